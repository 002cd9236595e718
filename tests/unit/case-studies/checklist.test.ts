import { beforeEach, expect, test, vi } from 'vitest';
import type { CaseStudyInput } from '@contracts/case-study';
import type { PictureFacts } from '@contracts/picture-facts';
import {
  checkCaseStudy,
  pictureAddresses,
  type PictureState,
} from '@/features/case-studies/checklist';
import { emptyCaseStudyInput } from '@/features/case-studies/fields';

beforeEach(() => {
  vi.stubEnv('VITE_SUPABASE_URL', 'https://backend.example');
  vi.stubEnv('VITE_SUPABASE_ANON_KEY', 'sb_publishable_test');
});

const HERO = 'https://backend.example/storage/v1/object/public/images/hero.jpg';
const OWN = '/storage/v1/object/public/images/one.jpg';
const ready: CaseStudyInput = {
  ...emptyCaseStudyInput,
  title: 'Larder & Lane',
  metaDescription: 'x'.repeat(120),
  heroImageUrl: HERO,
  serviceTags: ['Branding'],
  clientUrl: 'https://larder.example',
  gallery: [{ url: OWN, caption: '', altText: 'A shelf of jars' }],
};
const loaded = new Map<string, PictureState>([
  [HERO, 'loads'],
  [`https://backend.example${OWN}`, 'loads'],
]);

function open(more: Partial<CaseStudyInput>, pictures = loaded) {
  return checkCaseStudy({ ...ready, ...more }, pictures, {}).filter(
    ({ state }) => state !== 'done',
  );
}

test('a complete study has nothing on its checklist', () => {
  expect(open({})).toEqual([]);
});

test('a new study lists what is missing; its empty rows are no fault', () => {
  expect(
    checkCaseStudy(emptyCaseStudyInput, new Map(), {})
      .filter(({ state }) => state === 'todo')
      .map(({ field }) => field),
  ).toEqual(['title', 'metaDescription', 'heroImageUrl', 'serviceTags']);
});

test('a video in the gallery needs no alt text and is no picture that must load', () => {
  const video = { url: 'https://youtu.be/dQw4w9WgXcQ', caption: '', altText: '' };
  expect(open({ gallery: [...ready.gallery, video] })).toEqual([]);
});

test('a gallery picture that the library describes needs no text of its own', () => {
  const gallery = [{ url: OWN, caption: '', altText: '' }];
  const path = OWN.split('/images/').at(-1) ?? '';
  const todo = (facts: PictureFacts) =>
    checkCaseStudy({ ...ready, gallery }, loaded, facts).flatMap(({ state, field }) =>
      state === 'todo' ? field : [],
    );
  expect(todo({})).toEqual(['gallery.0.altText']);
  expect(todo({ [path]: { alt: 'A shelf of jars' } })).toEqual([]);
});

test.for<[string, Partial<CaseStudyInput>, string, RegExp]>([
  ['a title of 61 characters', { title: 'т'.repeat(61) }, 'title', /it has 61/],
  ['a meta description of 69', { metaDescription: 'x'.repeat(69) }, 'metaDescription', /has 69/],
  ['a meta description of 161', { metaDescription: 'x'.repeat(161) }, 'metaDescription', /has 161/],
  ['no hero picture', { heroImageUrl: ' ' }, 'heroImageUrl', /Choose one/],
  ['no service tag', { serviceTags: [] }, 'serviceTags', /Add the services/],
  ['a link half typed', { clientUrl: 'larder.example' }, 'clientUrl', /Complete the address/],
  [
    'a picture of another site',
    { clientLogoUrl: 'https://a.example/logo.png' },
    'clientLogoUrl',
    /this website/,
  ],
  [
    'a gallery picture without alt text',
    { gallery: [...ready.gallery, { url: OWN, caption: 'Jars', altText: ' ' }] },
    'gallery.1.altText',
    /picture 2/,
  ],
  [
    'a metric without a label',
    {
      metrics: [
        { value: '', label: '' },
        { value: '7', label: '' },
      ],
    },
    'metrics.1.label',
    /not saved/,
  ],
  [
    'a metric without a value',
    { metrics: [{ value: ' ', label: 'jars' }] },
    'metrics.0.value',
    /not/,
  ],
  [
    'a gallery row without a picture',
    { gallery: [{ url: '', caption: 'Jars', altText: '' }] },
    'gallery.0.url',
    /not saved/,
  ],
])('%s is on the checklist with its field', ([, more, field, advice]) => {
  expect(open(more)).toEqual([
    { label: expect.any(String), state: 'todo', field, advice: expect.stringMatching(advice) },
  ]);
});

test.for([60, 1])('a title of %i characters and descriptions of 70 and 160 pass', (length) => {
  expect(open({ title: 'x'.repeat(length), metaDescription: 'x'.repeat(70) })).toEqual([]);
  expect(open({ metaDescription: '🥖'.repeat(160) })).toEqual([]);
});

test('pictures count as being checked until all responses arrived; a broken one links to its field', () => {
  expect(open({}, new Map([[HERO, 'loads']]))).toMatchObject([{ state: 'checking' }]);
  const broken = new Map<string, PictureState>([
    [HERO, 'loads'],
    [`https://backend.example${OWN}`, 'broken'],
  ]);
  expect(open({}, broken)).toMatchObject([{ state: 'todo', field: 'gallery.0.url' }]);
});

test('each picture is requested once, an incomplete URL never', () => {
  const again = { url: HERO, caption: '', altText: 'Again' };
  expect(
    pictureAddresses({
      ...ready,
      clientLogoUrl: 'https:/',
      gallery: [...ready.gallery, again],
    }),
  ).toEqual([HERO, `https://backend.example${OWN}`]);
});
