import { toCaseStudy, type CaseStudy, type CaseStudyRow } from '@/features/case-studies/model';

export const STUDY_ID = '3f0e1c5a-0000-4000-8000-000000000001';

/** A study with required fields only. */
export function bareStudy(overrides: Partial<CaseStudy> = {}): CaseStudy {
  return { ...toCaseStudy(studyRow({ title: 'Paper Boat' })), ...overrides };
}

export function fullStudy(overrides: Partial<CaseStudy> = {}): CaseStudy {
  return bareStudy({
    title: 'Larder & Lane',
    headline: 'A greengrocer that plans ahead',
    subhead: 'Built with the family',
    description: 'A weekly shop for a valley.',
    category: 'Retail',
    industry: 'Retail',
    heroImageUrl: 'https://pictures.example/cover.jpg',
    serviceTags: ['Design', 'Development', 'Marketing'],
    clientName: 'Larder & Lane Ltd.',
    clientUrl: 'https://larder.example/shop',
    clientLogoUrl: 'https://pictures.example/logo.svg',
    timeline: 'January to June',
    role: 'Design and build',
    technologies: ['React', 'Postgres'],
    challenge: 'Three notebooks.\n\nOne reader.',
    solution: 'One list.',
    results: 'Fuller baskets.',
    whatWeLoved: 'The aprons.',
    clientQuote: 'They asked about leeks first.',
    metrics: [
      { value: '+64%', label: 'baskets filled' },
      { value: '3 min', label: 'to order' },
    ],
    gallery: pictures(3),
    ...overrides,
  });
}

export function pictures(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    url: `https://pictures.example/${index + 1}.jpg`,
    caption: `Caption ${index + 1}`,
    altText: `Picture ${index + 1} of the shop`,
  }));
}

type StudyRow = CaseStudyRow & { public_from: string | null };

/** As the Data API sends it. */
export function studyRow(overrides: Partial<StudyRow> = {}): StudyRow {
  const { status = 'published', published_at = '2026-03-01T00:00:00+00:00' } = overrides;
  return {
    id: STUDY_ID,
    slug: 'larder-lane',
    title: 'Larder & Lane',
    headline: null,
    subhead: null,
    description: null,
    challenge: null,
    solution: null,
    results: null,
    what_we_loved: null,
    client_quote: null,
    outcome: null,
    industry: null,
    meta_description: null,
    status,
    published_at,
    public_from: status === 'published' ? published_at : null,
    service_tags: [],
    technologies: [],
    client_name: null,
    client_url: null,
    client_logo_url: null,
    timeline: null,
    project_year: null,
    role: null,
    cta_headline: null,
    cta_text: null,
    hero_image_url: null,
    picture_facts: null,
    confirmations: null,
    version: 1,
    created_at: '2026-03-01T00:00:00+00:00',
    updated_at: '2026-03-01T00:00:00+00:00',
    case_study_metrics: [],
    case_study_gallery: [],
    ...overrides,
  };
}
