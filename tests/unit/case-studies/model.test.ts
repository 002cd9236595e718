import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyCaseStudyInput } from '@/features/case-studies/fields';
import { toSavePayload } from '@/features/case-studies/staff-api';
import { toCaseStudy, type CaseStudyRow } from '@/features/case-studies/model';
import { parseTimestamp } from '@/lib/dates';
import { studyRow } from '../../components/case-studies/public-study';

const ORIGIN = 'https://backend.example';

beforeEach(() => {
  vi.stubEnv('VITE_SUPABASE_URL', ORIGIN);
  vi.stubEnv('VITE_SUPABASE_ANON_KEY', 'sb_publishable_test');
});
afterEach(() => vi.unstubAllEnvs());

function row(overrides: Partial<CaseStudyRow> = {}): CaseStudyRow {
  return {
    ...studyRow(),
    headline: 'A greengrocer that plans ahead',
    subhead: 'Built with the family',
    description: 'A weekly shop',
    challenge: 'Three notebooks',
    solution: 'One list',
    results: 'Fuller baskets',
    what_we_loved: 'The aprons',
    client_quote: 'They asked about leeks first.',
    outcome: 'Fewer searches',
    industry: 'Retail',
    meta_description: 'A shop for a valley',
    status: 'published',
    service_tags: ['Design', 'Development'],
    technologies: ['React', 'Postgres'],
    client_name: 'Larder & Lane Ltd.',
    client_url: 'https://larder.example',
    client_logo_url: '/storage/v1/object/public/images/seed/logo.svg',
    timeline: 'Six months',
    role: 'Design and build',
    cta_headline: 'Hungry?',
    cta_text: 'Let us talk.',
    hero_image_url: 'https://pictures.example/cover.jpg',
    version: 4,
    created_at: '2025-12-31T23:30:00.5+00:00',
    updated_at: '2026-11-21 10:26:09.46+00',
    ...overrides,
  };
}

test('DATA-11: the form’s value and label become metric_value and metric_label', () => {
  const { metrics } = toSavePayload(
    { ...emptyCaseStudyInput, title: 'One', metrics: [{ value: '+64%', label: 'baskets' }] },
    [],
  );

  expect(metrics).toEqual([{ metric_value: '+64%', metric_label: 'baskets' }]);
});

test('DATA-12: the form’s url, caption and altText become image_url, caption and alt_text', () => {
  const { gallery } = toSavePayload(
    {
      ...emptyCaseStudyInput,
      title: 'One',
      gallery: [
        {
          url: 'https://pictures.example/1.jpg',
          caption: 'The shelf',
          altText: 'A shelf of pears',
        },
        { url: 'https://pictures.example/2.jpg', caption: '', altText: '' },
      ],
    },
    [],
  );

  expect(gallery).toEqual([
    {
      image_url: 'https://pictures.example/1.jpg',
      caption: 'The shelf',
      alt_text: 'A shelf of pears',
    },
    { image_url: 'https://pictures.example/2.jpg', caption: null, alt_text: null },
  ]);
});

test('DATA-13: the model has the fields of a card', () => {
  expect(toCaseStudy(row())).toMatchObject({
    id: '3f0e1c5a-0000-4000-8000-000000000001',
    title: 'Larder & Lane',
    description: 'A weekly shop',
    year: 2025,
    category: 'Retail',
    heroImageUrl: 'https://pictures.example/cover.jpg',
    serviceTags: ['Design', 'Development'],
    outcome: 'Fewer searches',
    industry: 'Retail',
  });
});

test('DATA-14: the model has the fields of the details column', () => {
  expect(toCaseStudy(row())).toMatchObject({
    clientName: 'Larder & Lane Ltd.',
    clientUrl: 'https://larder.example',
    clientLogoUrl: `${ORIGIN}/storage/v1/object/public/images/seed/logo.svg`,
    timeline: 'Six months',
    role: 'Design and build',
    technologies: ['React', 'Postgres'],
  });
});

test('DATA-15: the model has the texts, the metrics and the gallery', () => {
  const study = toCaseStudy(
    row({
      case_study_metrics: [{ metric_value: '3 min', metric_label: 'to order', display_order: 1 }],
      case_study_gallery: [
        {
          image_url: '/storage/v1/object/public/images/seed/1.webp',
          caption: null,
          alt_text: 'A shelf',
          display_order: 1,
        },
      ],
    }),
  );

  expect(study).toMatchObject({
    challenge: 'Three notebooks',
    solution: 'One list',
    results: 'Fuller baskets',
    whatWeLoved: 'The aprons',
    clientQuote: 'They asked about leeks first.',
    metrics: [{ value: '3 min', label: 'to order' }],
    gallery: [
      {
        url: `${ORIGIN}/storage/v1/object/public/images/seed/1.webp`,
        caption: null,
        altText: 'A shelf',
      },
    ],
  });
});

test('DATA-16, PROJ-12: a study without industry is in the category Case Study', () => {
  expect(toCaseStudy(row({ industry: null }))).toMatchObject({
    category: 'Case Study',
    industry: null,
  });
});

test('DATA-17: metrics and pictures are sorted by display_order', () => {
  const study = toCaseStudy(
    row({
      case_study_metrics: [3, 1, 2].map((place) => ({
        metric_value: `${place}`,
        metric_label: 'place',
        display_order: place,
      })),
      case_study_gallery: [10, 2, 1].map((place) => ({
        image_url: `https://pictures.example/${place}.jpg`,
        caption: null,
        alt_text: null,
        display_order: place,
      })),
    }),
  );

  expect(study.metrics.map((stat) => stat.value)).toEqual(['1', '2', '3']);
  expect(study.gallery.map((picture) => picture.url)).toEqual([
    'https://pictures.example/1.jpg',
    'https://pictures.example/2.jpg',
    'https://pictures.example/10.jpg',
  ]);
});

test('PROJ-12: a study without a picture has null, so that the screen shows its placeholder', () => {
  expect(toCaseStudy(row({ hero_image_url: null, client_logo_url: null }))).toMatchObject({
    heroImageUrl: null,
    clientLogoUrl: null,
  });
});

test('PROJ-12, R-36: the year is that of the creation date in UTC, not of the last change', () => {
  const study = toCaseStudy(
    row({ created_at: '2026-01-01T00:30:00+01:00', updated_at: '2027-03-01T00:00:00+00:00' }),
  );

  expect(study.year).toBe(2025);
});

test('timestamps of both backends become ISO in UTC', () => {
  expect(parseTimestamp('2026-11-21 10:26:09.46+00').toISOString()).toBe(
    '2026-11-21T10:26:09.460Z',
  );
  expect(parseTimestamp('2026-11-21T10:26:09.46+00:00').toISOString()).toBe(
    '2026-11-21T10:26:09.460Z',
  );
  expect(parseTimestamp('2026-11-21 10:26:09+05:30').toISOString()).toBe(
    '2026-11-21T04:56:09.000Z',
  );
});
