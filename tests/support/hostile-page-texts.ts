import { rowsIn, type Row } from '@/documents/fields';
import { pageTexts } from '@/features/page-texts/fields';
import { isTextPage, textSources, type TextPage } from '@/content/text-sources';

export const TEXT_PAGES = Object.keys(textSources).filter(isTextPage);

/** All texts of a page as the code has them, in the form in which a save stores them. */
export const builtInTexts = (page: TextPage): Record<string, string | Row[]> =>
  Object.fromEntries(
    Object.entries(pageTexts(page).builtIn).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : [...rowsIn(value)],
    ]),
  );

const firstOf = (page: TextPage, list: string) => rowsIn(pageTexts(page).builtIn[list])[0] ?? {};
const without = (part: string, row: Row) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== part));

const service = firstOf('services', 'services');
const office = firstOf('offices', 'offices');
const person = firstOf('people', 'people');
const section = firstOf('privacy', 'sections');
const fresh = (title: string) => ({ ...service, id: 'photography', title, picture: '' });
const OWN_PICTURE = '/storage/v1/object/public/images/a.png';

/** A new service as the form stores it. */
export const newService = (id: string, title: string, label = title) => ({
  ...{ ...service, id, title, label, picture: OWN_PICTURE },
});

/** What no page can show: the form cannot make these, but a request can. */
export const HOSTILE_TEXTS: readonly (readonly [what: string, page: TextPage, texts: object])[] = [
  ['a date that is none', 'privacy', { updated: 'soon' }],
  ['a day that no month has', 'terms', { updated: '2026-02-30' }],
  ['services that are a text', 'services', { services: 'none' }],
  ['no services', 'services', { services: [] }],
  ['a service with an id alone', 'services', { services: [{ id: 'photography' }] }],
  ['a service without features', 'services', { services: [without('features', service)] }],
  ['a service with a blank title', 'services', { services: [{ ...service, title: ' ' }] }],
  ['a service without an id', 'services', { services: [without('id', service)] }],
  [
    'a service with an id that is no anchor',
    'services',
    { services: [{ ...service, id: 'No id' }] },
  ],
  ["the id of the form's own service", 'services', { services: [newService('other', 'Other…')] }],
  [
    'two services with one id',
    'services',
    { services: [newService('photography', 'Photos'), newService('photography', 'Films')] },
  ],
  ['a new service without a picture', 'services', { services: [fresh('Photography')] }],
  ['a part that no service has', 'services', { services: [{ ...service, to: '/x' }] }],
  ['an office without a time zone', 'offices', { offices: [without('timeZone', office)] }],
  ['an office on Mars', 'offices', { offices: [{ ...office, timeZone: 'Mars/Phobos' }] }],
  ['a zone that only Postgres knows', 'offices', { offices: [{ ...office, timeZone: 'foo+3' }] }],
  ['hours that cannot be read', 'offices', { offices: [{ ...office, hours: '9 to 5' }] }],
  ['two people with one id', 'people', { people: [person, person] }],
  [
    'a picture from elsewhere',
    'people',
    { people: [{ ...person, picture: 'https://evil.example/a.png' }] },
  ],
  ['two sections with one anchor', 'privacy', { sections: [section, section] }],
  ['a section without text', 'cookie', { sections: [without('blocks', section)] }],
  [
    'a false sign-in on every page',
    'site',
    { legalLinks: [{ label: 'Admin Login', to: 'https://evil.example/admin' }] },
  ],
  ['the address of a link of the menu', 'site', { nav_0_to: 'https://evil.example' }],
  ['a menu of other pages', 'site', { nav: [{ label: 'Home', to: 'https://evil.example' }] }],
  ['a quick link to elsewhere', 'site', { quickLinks_0_to: '//evil.example' }],
  ['the address of the website', 'site', { url: 'https://evil.example' }],
  ['the address for security reports', 'site', { securityEmail: 'evil@evil.example' }],
  ['a link that runs code', 'site', { social: [{ label: 'Us', href: 'javascript:alert(1)' }] }],
  ['a link without a host', 'site', { social: [{ label: 'Us', href: 'https://[' }] }],
  ['a title of two lines', 'cookie', { title: 'Cookie\nPolicy' }],
  ['a title that is written backwards', 'cookie', { title: '\u202eCookie Policy' }],
  ['an empty text', 'home', { hero_lead: '' }],
  ['a text of blanks', 'home', { hero_lead: ' \n ' }],
  ['a text that the layout has no room for', 'home', { hero_lead: 'x'.repeat(5000) }],
  ['a list in place of a text', 'home', { hero_lead: [{ text: 'x' }] }],
  ['a text in place of a list', 'home', { about_paragraphs: 'x' }],
  ['a name that no page has', 'home', { no_such_text: 'x' }],
  [
    'too many rows',
    'home',
    { about_paragraphs: Array.from({ length: 41 }, () => ({ text: 'x' })) },
  ],
];
