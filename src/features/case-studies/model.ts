import type { PictureFacts } from '@contracts/picture-facts';
import { camelKeys, type CamelKeys } from '@/lib/camel-keys';
import type { Database } from '@/lib/database.types';
import { parseTimestamp } from '@/lib/dates';
import { toPublicImageUrl } from '@/lib/image-url';
import { cropFactsOf, toPictureFacts } from '@/lib/picture-facts';
import { toConfirmations, type Confirmations } from './confirmations';

/** The columns to read: pages and the form get no others. */
export const CASE_STUDY_SELECT = `
  id, slug, title, headline, subhead, description, challenge, solution, results, what_we_loved,
  client_quote, outcome, industry, meta_description, status, published_at, service_tags, technologies,
  client_name, client_url, client_logo_url, timeline, project_year, role, cta_headline, cta_text,
  hero_image_url, version, created_at, updated_at, picture_facts, confirmations,
  case_study_metrics(metric_value, metric_label, display_order),
  case_study_gallery(image_url, caption, alt_text, display_order)
` as const;

type Tables = Database['public']['Tables'];
type Columns = Omit<
  Tables['case_studies']['Row'],
  | 'created_by'
  | 'updated_by'
  | 'search'
  | 'service_slugs'
  | 'industry_slug'
  | 'place'
  | 'is_featured'
  | 'is_withheld'
  | 'public_from'
>;

/** A row of the Data API, with its nested rows. */
export type CaseStudyRow = Columns & {
  case_study_metrics: Omit<
    Tables['case_study_metrics']['Row'],
    'id' | 'case_study_id' | 'search'
  >[];
  case_study_gallery: Omit<Tables['case_study_gallery']['Row'], 'id' | 'case_study_id'>[];
};

export type CaseStudyMetric = { value: string; label: string };
export type CaseStudyPicture = { url: string; caption: string | null; altText: string | null };

/** The display model of the specification (DATA-13..15), for cards, pages and previews. */
export type CaseStudy = Omit<CamelKeys<Columns>, 'status' | 'pictureFacts' | 'confirmations'> & {
  status: 'draft' | 'published';
  pictureFacts: PictureFacts;
  confirmations?: Confirmations | null;
  /** The project year, or the year of creation. */
  year: number;
  /** The industry, or 'Case Study'. */
  category: string;
  metrics: CaseStudyMetric[];
  gallery: CaseStudyPicture[];
};

/** The fields of a card. A fetched list has whole studies, see `isFullStudy`. */
export type CaseStudySummary = Pick<
  CaseStudy,
  | 'id'
  | 'slug'
  | 'title'
  | 'headline'
  | 'description'
  | 'year'
  | 'category'
  | 'heroImageUrl'
  | 'serviceTags'
  | 'metrics'
  | 'pictureFacts'
>;

export function isFullStudy(study: CaseStudySummary): study is CaseStudy {
  return 'gallery' in study;
}

export function toSummary(study: CaseStudySummary): CaseStudySummary {
  const { id, slug, title, headline, description, year, category, heroImageUrl, serviceTags } =
    study;
  const metrics = study.metrics.slice(0, 1);
  const pictureFacts = cropFactsOf(study.pictureFacts, heroImageUrl);
  return {
    ...{ id, slug, title, headline, description, year, category, heroImageUrl, serviceTags },
    ...{ metrics, pictureFacts },
  };
}

export const DEFAULT_CATEGORY = 'Case Study';

export function toCaseStudy({
  case_study_metrics: metrics,
  case_study_gallery: gallery,
  ...columns
}: CaseStudyRow): CaseStudy {
  const study = camelKeys(columns);
  const createdAt = parseTimestamp(study.createdAt).toISOString();
  return {
    ...study,
    year: study.projectYear ?? Number(createdAt.slice(0, 4)),
    category: study.industry ?? DEFAULT_CATEGORY,
    heroImageUrl: study.heroImageUrl && toPublicImageUrl(study.heroImageUrl),
    clientLogoUrl: study.clientLogoUrl && toPublicImageUrl(study.clientLogoUrl),
    metrics: byPlace(metrics).map((metric) => ({
      value: metric.metric_value,
      label: metric.metric_label,
    })),
    gallery: byPlace(gallery).map((picture) => ({
      url: toPublicImageUrl(picture.image_url),
      caption: picture.caption,
      altText: picture.alt_text,
    })),
    status: study.status === 'published' ? 'published' : 'draft',
    pictureFacts: toPictureFacts(study.pictureFacts),
    confirmations: toConfirmations(study.confirmations),
    createdAt,
    updatedAt: parseTimestamp(study.updatedAt).toISOString(),
    publishedAt: study.publishedAt && parseTimestamp(study.publishedAt).toISOString(),
  };
}

function byPlace<Row extends { display_order: number }>(rows: Row[]): Row[] {
  return rows.toSorted((a, b) => a.display_order - b.display_order);
}
