import { parseTimestamp } from '@/lib/dates';
import { toPublicImageUrl } from '@/lib/image-url';

/** Columns of the list and of the detail. One place, so that select and mapping cannot drift apart. */
export const CASE_STUDY_COLUMNS =
  'id, title, headline, subhead, description, challenge, solution, results, what_we_loved, ' +
  'client_quote, outcome, industry, meta_description, status, service_tags, technologies, ' +
  'client_name, client_url, client_logo_url, timeline, role, cta_headline, cta_text, ' +
  'hero_image_url, version, created_at, updated_at';
export const CASE_STUDY_SELECT =
  `${CASE_STUDY_COLUMNS}, ` +
  'case_study_metrics(metric_value, metric_label, display_order), ' +
  'case_study_gallery(image_url, caption, alt_text, display_order)';

/** A row as the Data API nests it. */
export type CaseStudyRow = {
  id: string;
  title: string;
  headline: string | null;
  subhead: string | null;
  description: string | null;
  challenge: string | null;
  solution: string | null;
  results: string | null;
  what_we_loved: string | null;
  client_quote: string | null;
  outcome: string | null;
  industry: string | null;
  meta_description: string | null;
  status: string;
  service_tags: string[];
  technologies: string[];
  client_name: string | null;
  client_url: string | null;
  client_logo_url: string | null;
  timeline: string | null;
  role: string | null;
  cta_headline: string | null;
  cta_text: string | null;
  hero_image_url: string | null;
  version: number;
  created_at: string;
  updated_at: string;
  case_study_metrics: { metric_value: string; metric_label: string; display_order: number }[];
  case_study_gallery: {
    image_url: string;
    caption: string | null;
    alt_text: string | null;
    display_order: number;
  }[];
};

export type CaseStudyMetric = { value: string; label: string };
export type CaseStudyPicture = { url: string; caption: string | null; altText: string | null };

/** The display model of the specification (DATA-13..15): what every card, page and preview shows. */
export type CaseStudy = {
  id: string;
  title: string;
  headline: string | null;
  subhead: string | null;
  description: string | null;
  /** From the creation date. */
  year: number;
  /** The industry, or 'Case Study'. */
  category: string;
  /** Null where the study has none: the screen shows its placeholder. */
  heroImageUrl: string | null;
  serviceTags: string[];
  outcome: string | null;
  industry: string | null;
  clientName: string | null;
  clientUrl: string | null;
  clientLogoUrl: string | null;
  timeline: string | null;
  role: string | null;
  technologies: string[];
  challenge: string | null;
  solution: string | null;
  results: string | null;
  whatWeLoved: string | null;
  clientQuote: string | null;
  metaDescription: string | null;
  ctaHeadline: string | null;
  ctaText: string | null;
  metrics: CaseStudyMetric[];
  gallery: CaseStudyPicture[];
  status: 'draft' | 'published';
  version: number;
  /** ISO 8601 in UTC. */
  createdAt: string;
  updatedAt: string;
};

/** What a card shows. A list holds whole studies where the server sent them, see `isWhole`. */
export type CaseStudySummary = Pick<
  CaseStudy,
  | 'id'
  | 'title'
  | 'headline'
  | 'description'
  | 'year'
  | 'category'
  | 'heroImageUrl'
  | 'serviceTags'
  | 'metrics'
>;

export function isWhole(study: CaseStudySummary): study is CaseStudy {
  return 'gallery' in study;
}

export function toSummary(study: CaseStudySummary): CaseStudySummary {
  const { id, title, headline, description, year, category, heroImageUrl, serviceTags } = study;
  const metrics = study.metrics.slice(0, 1);
  return { id, title, headline, description, year, category, heroImageUrl, serviceTags, metrics };
}

export const DEFAULT_CATEGORY = 'Case Study';

export function toCaseStudy(row: CaseStudyRow): CaseStudy {
  const createdAt = parseTimestamp(row.created_at).toISOString();
  return {
    id: row.id,
    title: row.title,
    headline: row.headline,
    subhead: row.subhead,
    description: row.description,
    year: Number(createdAt.slice(0, 4)),
    category: row.industry ?? DEFAULT_CATEGORY,
    heroImageUrl: row.hero_image_url && toPublicImageUrl(row.hero_image_url),
    serviceTags: row.service_tags,
    outcome: row.outcome,
    industry: row.industry,
    clientName: row.client_name,
    clientUrl: row.client_url,
    clientLogoUrl: row.client_logo_url && toPublicImageUrl(row.client_logo_url),
    timeline: row.timeline,
    role: row.role,
    technologies: row.technologies,
    challenge: row.challenge,
    solution: row.solution,
    results: row.results,
    whatWeLoved: row.what_we_loved,
    clientQuote: row.client_quote,
    metaDescription: row.meta_description,
    ctaHeadline: row.cta_headline,
    ctaText: row.cta_text,
    metrics: byPlace(row.case_study_metrics).map((metric) => ({
      value: metric.metric_value,
      label: metric.metric_label,
    })),
    gallery: byPlace(row.case_study_gallery).map((picture) => ({
      url: toPublicImageUrl(picture.image_url),
      caption: picture.caption,
      altText: picture.alt_text,
    })),
    status: row.status === 'published' ? 'published' : 'draft',
    version: row.version,
    createdAt,
    updatedAt: parseTimestamp(row.updated_at).toISOString(),
  };
}

function byPlace<Row extends { display_order: number }>(rows: Row[]): Row[] {
  return rows.toSorted((a, b) => a.display_order - b.display_order);
}
