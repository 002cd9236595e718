import { beforeEach, expect, test, vi } from 'vitest';
import { contentsOf, holdContent, showTexts } from '@/features/page-texts/content';
import { slugFromTitle } from '@contracts/words/latin';
import { newRowId } from '@/features/page-texts/fields';
import { pageTextsKind, storedTexts, TEXT_PAGES } from '@/features/page-texts/kind';
import { markTexts, readMark, withoutMarks } from '@/features/page-texts/places';
import { rowsIn } from '@/documents/fields';
import { homeContent } from '@brand/texts/home';
import { serviceName } from '@/content/service-name';
import { services } from '@brand/services';

beforeEach(() => {
  vi.stubEnv('VITE_SUPABASE_URL', 'https://backend.example');
  vi.stubEnv('VITE_SUPABASE_ANON_KEY', 'sb_publishable_test');
});

test.each(TEXT_PAGES)('the built-in texts of %s fit their fields and store nothing', (page) => {
  const { schema, builtIn, fields } = pageTextsKind(page);
  expect(schema.safeParse(builtIn).error?.issues).toBeUndefined();
  expect(Object.keys(builtIn)).toEqual(Object.keys(fields));
  expect(storedTexts({ fields, builtIn }, builtIn, slugFromTitle)).toEqual({});
  for (const [name, field] of Object.entries(fields)) expect(field.label, name).not.toBe('');
});

test.each(TEXT_PAGES)('every text and list of %s has a name of its own', (page) => {
  const kind = pageTextsKind(page);
  const texts = markTexts(kind, kind.builtIn).places.map(({ label }) => label);
  const rows = Object.values(kind.fields).filter((field) => field.type === 'rows');
  const lists = rows.map(({ label }) => label);
  const buttons = rows.map(({ noun }) => `Add ${noun}`);
  for (const names of [texts, lists, buttons]) {
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  }
});

test('only what differs from the code is stored, and a new row gets an id of its own', () => {
  const { fields, builtIn } = pageTextsKind('services');
  const [first = {}, ...others] = rowsIn(builtIn.services);
  const rows = [first, { ...first, id: '', title: String(first.title) }, ...others];
  const stored = storedTexts(
    { fields, builtIn },
    { ...builtIn, services: rows, hero_lead: ' Mine ' },
    slugFromTitle,
  );
  expect(Object.keys(stored)).toEqual(['hero_lead', 'services']);
  expect(stored.hero_lead).toBe('Mine');
  const ids = rowsIn(stored.services).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).not.toContain('');
});

test('a renamed service keeps no label of its old title, but one that staff have written', () => {
  const { fields, builtIn, schema } = pageTextsKind('services');
  const [first = {}, ...others] = rowsIn(builtIn.services);
  const labelOf = (row: Record<string, string>) => {
    const input = { ...builtIn, services: [row, ...others] };
    expect(schema.safeParse(input).error?.issues).toBeUndefined();
    return rowsIn(storedTexts({ fields, builtIn }, input, slugFromTitle).services)[0]?.label;
  };
  expect(labelOf({ ...first, title: 'Assistants' })).toBe('');
  expect(labelOf({ ...first, title: 'Assistants', label: '' })).toBe('');
  expect(labelOf({ ...first, title: 'Assistants', label: 'Helpers' })).toBe('Helpers');
  expect(serviceName({ title: 'Assistants', label: '' })).toBe('Assistants');
  expect(serviceName({ title: 'Assistants' })).toBe('Assistants');
  expect(serviceName({ title: 'Assistants', label: 'Helpers' })).toBe('Helpers');
});

test('the id of a new row is made from its name and is not taken twice', () => {
  expect(newRowId({ title: 'Fotos & Film' }, [], slugFromTitle)).toBe('fotos-film');
  expect(newRowId({ name: 'Ada' }, [{ id: 'ada' }, { id: 'ada-2' }], slugFromTitle)).toBe('ada-3');
  expect(newRowId({ city: 'Скопје' }, [], slugFromTitle)).toBe('skopje');
  expect(newRowId({ title: '…' }, [], slugFromTitle)).toBe('new');
  // The contact form has this service already.
  expect(newRowId({ title: 'Other…' }, [], slugFromTitle)).toBe('other-2');
});

test('texts that are too long, empty, or without a picture are refused', () => {
  const { schema, builtIn, fields } = pageTextsKind('home');
  const lead = fields.hero_lead;
  const limit = lead && 'limit' in lead ? lead.limit : 0;
  const messageFor = (values: object) =>
    schema.safeParse({ ...builtIn, ...values }).error?.issues[0]?.message;
  expect(messageFor({ hero_lead: 'x'.repeat(limit) })).toBeUndefined();
  expect(messageFor({ hero_lead: 'x'.repeat(limit + 1) })).toMatch(/^At most \d+ characters/);
  expect(messageFor({ hero_lead: '  ' })).toBe('This text cannot be empty');
  expect(messageFor({ about_paragraphs: [] })).toBe('Keep at least one');

  const people = pageTextsKind('people');
  const [person = {}] = rowsIn(people.builtIn.people);
  const added = { people: [person, { ...person, id: '', picture: '' }] };
  expect(people.schema.safeParse(added).error?.issues).toMatchObject([
    { path: ['people', 1, 'picture'], message: 'Choose a picture' },
  ]);

  const site = pageTextsKind('site');
  const social = [{ label: 'Us', href: 'javascript:alert(1)' }];
  expect(site.schema.safeParse({ ...site.builtIn, social }).error?.issues).toMatchObject([
    { path: ['social', 0, 'href'] },
  ]);

  const offices = pageTextsKind('offices');
  const [office = {}] = rowsIn(offices.builtIn.offices);
  for (const [timeZone, isZone] of [
    ['Europe/Lisbon', true],
    ['Lisbon', false],
  ] as const) {
    expect(offices.schema.safeParse({ offices: [{ ...office, timeZone }] }).success).toBe(isZone);
  }
  const hoursMessageFor = (hours: string) =>
    offices.schema.safeParse({ offices: [{ ...office, hours }] }).error?.issues[0]?.message;
  expect(
    hoursMessageFor('8 am to 3 pm, Monday to Thursday; 9 am to 12 pm, Friday'),
  ).toBeUndefined();
  expect(hoursMessageFor('9 to 5')).toBe('Each day has to close after it opens');
});

test('a day on which an office is closed has a date and a name, and stands once', () => {
  const offices = pageTextsKind('offices');
  const [office = {}] = rowsIn(offices.builtIn.offices);
  const messageFor = (holidays: string) =>
    offices.schema.safeParse({ offices: [{ ...office, holidays }] }).error?.issues[0]?.message;
  expect(messageFor('')).toBeUndefined();
  expect(messageFor('2028-02-29 Leap day\n2027-01-01 New Year')).toBeUndefined();
  expect(messageFor('2027-02-29 Leap day')).toBe('Each day needs a date and a name');
  expect(messageFor('2027-02-28')).toBe('Each day needs a date and a name');
  expect(messageFor(' New Year')).toBe('Each day needs a date and a name');
  expect(messageFor('2027-01-01 New Year\n2027-01-01 Again')).toBe('A day stands twice');
});

test('every text of a page carries a mark that leads back to its field', () => {
  const kind = pageTextsKind('home');
  const { places, texts } = markTexts(kind, kind.builtIn);
  const lead = String(texts.hero_lead);
  const mark = readMark(lead);
  expect(mark).toMatchObject({ text: kind.builtIn.hero_lead });
  expect(places[mark?.number ?? -1]).toMatchObject({ path: 'hero_lead' });
  expect(withoutMarks(lead)).toBe(kind.builtIn.hero_lead);
  expect(readMark(`${lead} and more`)).toBeNull();
  expect(readMark('Nothing')).toBeNull();
});

test('shown texts are in the content of the page until it is released', () => {
  const release = holdContent('services');
  showTexts('services', {
    services: [{ id: 'photography', title: 'Photography', label: 'Photos' }],
  });
  expect(services).toEqual([{ id: 'photography', title: 'Photography', label: 'Photos' }]);
  release();
  expect(services.length).toBeGreaterThan(1);

  const releaseHome = holdContent('home');
  const before = structuredClone(homeContent);
  showTexts('home', { hero_lead: 'Shown' });
  expect(homeContent.hero.lead).toBe('Shown');
  releaseHome();
  expect(homeContent).toEqual(before);
});

test('every page has content at every place that the build writes to', () => {
  for (const page of TEXT_PAGES) expect(contentsOf(page).length, page).toBeGreaterThan(0);
});

test('a service can be hidden, but not all of them', () => {
  const { schema, builtIn } = pageTextsKind('services');
  const rows = rowsIn(builtIn.services);
  const messageFor = (hidden: (index: number) => string) =>
    schema.safeParse({
      ...builtIn,
      services: rows.map((row, index) => ({ ...row, hidden: hidden(index) })),
    }).error?.issues[0]?.message;
  expect(messageFor((index) => (index === 0 ? 'yes' : ''))).toBeUndefined();
  expect(messageFor(() => 'yes')).toBe('Show at least one');
});
