import { FOREIGN_PICTURE } from '@contracts/url';
import { expect, test } from 'vitest';
import { caseStudyInputSchema, CASE_STUDY_LIMITS } from '@contracts/case-study';
import { emptyCaseStudyInput } from '@/features/case-studies/fields';

function problems(changes: object): Record<string, string> {
  const parsed = caseStudyInputSchema.safeParse({
    ...emptyCaseStudyInput,
    title: 'Larder Lane',
    ...changes,
  });
  return Object.fromEntries(
    (parsed.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]),
  );
}

test('a study with only a title is valid', () => {
  expect(problems({})).toEqual({});
});

test.each(['', '   ', '\n\t'])('FORM-34: the title %j is refused', (title) => {
  expect(problems({ title })).toEqual({ title: 'Please enter a title for the case study' });
});

test('Cyrillic and emoji count as the database counts them, one each', () => {
  expect(problems({ title: '🧀'.repeat(CASE_STUDY_LIMITS.title) })).toEqual({});
  expect(problems({ title: 'Щ'.repeat(CASE_STUDY_LIMITS.title) })).toEqual({});
  expect(problems({ title: '🧀'.repeat(CASE_STUDY_LIMITS.title + 1) })).toEqual({
    title: 'Please keep this to 120 characters',
  });
});

test('200,000 characters are refused with a message that names the limit', () => {
  expect(problems({ challenge: 'a'.repeat(20_000) })).toEqual({});
  expect(problems({ challenge: 'a'.repeat(200_000) })).toEqual({
    challenge: 'Please keep this to 20,000 characters',
  });
});

test('an invalid URL gets a message that says why', () => {
  expect(
    problems({
      clientUrl: 'larder lane',
      heroImageUrl: 'javascript:alert(1)',
      clientLogoUrl: '/storage/v1/object/public/images/logo.png',
    }),
  ).toEqual({
    clientUrl: 'Please enter a valid URL',
    heroImageUrl: FOREIGN_PICTURE,
  });
});

test('rows may be incomplete but not longer than their limits', () => {
  expect(
    problems({
      metrics: [{ value: '', label: 'orders' }],
      gallery: [{ url: '', caption: 'c', altText: '' }],
    }),
  ).toEqual({});
  expect(problems({ metrics: [{ value: 'x'.repeat(41), label: '' }] })).toEqual({
    'metrics.0.value': 'Please keep this to 40 characters',
  });
  expect(
    problems({
      gallery: Array.from({ length: 201 }, () => ({ url: '', caption: '', altText: '' })),
    }),
  ).toEqual({ gallery: 'Please keep this to 200 rows' });
});
