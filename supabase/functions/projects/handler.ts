// The projects API: a narrow view of case studies.
import {
  PROJECT_CATEGORY_DEFAULT,
  projectCreateSchema,
  projectPatchSchema,
  projectQuerySchema,
  projectReplaceSchema,
  type Project,
} from '../_shared/contracts/project.ts';
import type { CaseStudyStatus } from '../_shared/contracts/case-study.ts';
import {
  DatabaseError,
  RestError,
  brokenField,
  conflict,
  expectedVersion,
  invalid,
  pagination,
  readJsonBody,
  readQuery,
  refusedSave,
  requireStaff,
  requireVersion,
  serveRest,
  toColumns,
  type Caller,
  type RestContext,
  type Route,
} from '../_shared/rest.ts';
import { openApiDocument } from './openapi.ts';
import type { ProjectRow, ProjectSave, ProjectStore } from './store.ts';

export type ProjectDeps = {
  caller: Caller;
  store: ProjectStore;
  newId: () => string;
  logError: (error: unknown) => void;
};

export function handleProjects(request: Request, deps: ProjectDeps): Promise<Response> {
  return serveRest(request, projectRoutes(deps), deps.caller, deps.logError);
}

function projectRoutes(deps: ProjectDeps): Route[] {
  return [
    { method: 'GET', path: '/projects', answer: ({ url }) => listProjects(url, deps) },
    { method: 'POST', path: '/projects', answer: ({ request }) => createProject(request, deps) },
    {
      method: 'GET',
      path: '/projects/openapi.json',
      answer: async () => ({ body: openApiDocument() }),
    },
    { method: 'GET', path: '/projects/*', answer: ({ param }) => readProject(param, deps) },
    {
      method: 'PUT',
      path: '/projects/*',
      answer: (context) => changeProject(context, projectReplaceSchema, deps),
    },
    {
      method: 'PATCH',
      path: '/projects/*',
      answer: (context) => changeProject(context, projectPatchSchema, deps),
    },
    { method: 'DELETE', path: '/projects/*', answer: (context) => deleteProject(context, deps) },
  ];
}

async function listProjects(url: URL, { store }: ProjectDeps) {
  const query = readQuery(url, projectQuerySchema);
  const { total, projects } = await store.list(query);
  return {
    body: { data: projects.map(toProject), pagination: pagination(total, query.page, query.limit) },
  };
}

async function readProject(id: string, deps: ProjectDeps) {
  return answer(await find(id, deps), deps);
}

async function createProject(request: Request, deps: ProjectDeps) {
  await requireStaff(deps.caller);
  const { id = deps.newId(), ...input } = await readJsonBody(request, projectCreateSchema);
  const row = await save({ id, version: null, fields: toFields(input) }, deps);
  const { body, headers } = answer(row, deps);
  return { status: 201, body, headers: { ...headers, location: `/functions/v1/projects/${id}` } };
}

async function changeProject(
  { request, param }: RestContext,
  schema: typeof projectReplaceSchema | typeof projectPatchSchema,
  deps: ProjectDeps,
) {
  await requireStaff(deps.caller);
  const { version: inBody, ...input } = await readJsonBody(request, schema);
  const version = requireVersion(expectedVersion(request, inBody));
  const current = await find(param, deps);
  if (current.version !== version) throw conflict(current.version);
  return answer(await save({ id: current.id, version, fields: toFields(input) }, deps), deps);
}

async function deleteProject({ request, param }: RestContext, deps: ProjectDeps) {
  await requireStaff(deps.caller);
  const version = expectedVersion(request, undefined);
  const current = await find(param, deps);
  if (version !== undefined && current.version !== version) throw conflict(current.version);
  if (!(await deps.store.remove(current.id))) throw notFound(param);
  return { body: { data: { id: current.id } } };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const notFound = (id: string) => new RestError(404, `Project with ID ${id} not found`);

async function find(id: string, { store }: ProjectDeps): Promise<ProjectRow> {
  const row = UUID.test(id) ? await store.get(id) : null;
  if (!row) throw notFound(id);
  return row;
}

async function save(project: ProjectSave, { store }: ProjectDeps): Promise<ProjectRow> {
  try {
    return await store.save(project);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    if (error.code === 'PT404') throw notFound(project.id);
    if (error.code === 'PT409') throw refusedSave(error, (await store.get(project.id))?.version);
    if (error.code !== 'PT422') throw error;
    throw invalid('The project is not valid', {
      [brokenField(error, 'case_studies', FIELD_OF_COLUMN) ?? 'body']: 'This cannot be stored',
    });
  }
}

const FIELD_OF_COLUMN = {
  title: 'title',
  description: 'description',
  hero_image_url: 'imageUrl',
  industry: 'category',
  service_tags: 'tags',
  status: 'status',
} as const;

type ProjectInput = {
  title?: string;
  description?: string | null;
  imageUrl?: string | null;
  category?: string | null;
  tags?: string[];
  status?: CaseStudyStatus;
};

const toFields = (input: ProjectInput) =>
  toColumns(FIELD_OF_COLUMN, input, ['description', 'hero_image_url', 'industry']);

function toProject(row: ProjectRow): Project {
  return {
    id: row.id,
    title: row.title,
    description: row.description ?? '',
    imageUrl: row.hero_image_url,
    category: row.industry ?? PROJECT_CATEGORY_DEFAULT,
    tags: row.service_tags,
    createdAt: new Date(row.created_at).toISOString(),
    status: row.status,
    version: row.version,
  };
}

/** With a session the ETag is the version, for `If-Match`; visitors get an ETag of the content. */
function answer(row: ProjectRow, { caller }: ProjectDeps) {
  const headers: Record<string, string> = caller.hasToken ? { etag: `"${row.version}"` } : {};
  return { body: { data: toProject(row) }, headers };
}
