// Schemas of the projects API, a narrow view of case studies.
import { z } from 'zod';
import { paginationSchema } from './blog.ts';
import {
  CASE_STUDY_LIMITS,
  CASE_STUDY_STATUSES,
  TAG_MAX,
  caseStudyInputSchema,
} from './case-study.ts';

export const PROJECTS_PAGE_SIZE = 10;
export const PROJECTS_PAGE_SIZE_MAX = 50;
export const PROJECTS_PAGE_MAX = 10_000;
export const PROJECT_SEARCH_MAX = 100;
/** The category of a case study without an industry. */
export const PROJECT_CATEGORY_DEFAULT = 'Case Study';

const study = caseStudyInputSchema.shape;

const writable = {
  title: study.title,
  description: study.description.nullable(),
  /** Empty or null: no picture. */
  imageUrl: study.heroImageUrl.nullable(),
  category: study.industry.nullable(),
  tags: study.serviceTags,
  status: z.enum(CASE_STUDY_STATUSES),
};

/** Body of POST /projects. With an `id`, a request that is sent twice creates one project. */
export const projectCreateSchema = z.strictObject({
  id: z.uuid().optional(),
  title: writable.title,
  description: writable.description.default(null),
  imageUrl: writable.imageUrl.default(null),
  category: writable.category.default(null),
  tags: writable.tags.default([]),
  status: writable.status.default('draft'),
});

/** The version that the editor started from; it may be sent as `If-Match` instead. */
const version = z.int().min(1).optional();

/** Body of PUT /projects/{id}: absent fields become empty, except `status`, which stays. */
export const projectReplaceSchema = projectCreateSchema
  .omit({ id: true })
  .extend({ status: writable.status.optional(), version });

/** Body of PATCH /projects/{id}: absent fields keep their values. */
export const projectPatchSchema = z.strictObject(writable).partial().extend({ version });

/** Query of GET /projects. */
export const projectQuerySchema = z.strictObject({
  category: z.string().trim().max(CASE_STUDY_LIMITS.industry).optional(),
  tag: z.string().trim().max(TAG_MAX).optional(),
  search: z.string().trim().max(PROJECT_SEARCH_MAX).optional(),
  page: z.coerce.number().int().min(1).max(PROJECTS_PAGE_MAX).default(1),
  limit: z.coerce.number().int().min(1).max(PROJECTS_PAGE_SIZE_MAX).default(PROJECTS_PAGE_SIZE),
});
export type ProjectQuery = z.output<typeof projectQuerySchema>;

export const projectSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  imageUrl: z.string().nullable(),
  category: z.string(),
  tags: z.array(z.string()),
  createdAt: z.iso.datetime(),
  status: z.enum(CASE_STUDY_STATUSES),
  version: z.int().min(1),
});
export type Project = z.infer<typeof projectSchema>;

export const projectListReplySchema = z.object({
  data: z.array(projectSchema),
  pagination: paginationSchema,
});
export const projectReplySchema = z.object({ data: projectSchema });
export const projectDeletedReplySchema = z.object({ data: z.object({ id: z.uuid() }) });
