import { expect, test } from 'vitest';
import { CLOUDS_STORAGE_KEY } from '@/components/clouds/clouds-choice';
import { aboutContent } from '@brand/texts/about';
import { contactContent } from '@brand/texts/contact';
import { officeZone } from '@/lib/site-zone';
import { specified } from '../../support/specified';
import type { LegalBlock, LegalDocument } from '@/content/legal';
import { cookiePolicy } from '@/content/legal-cookie';
import { privacyPolicy } from '@/content/legal-privacy';
import { termsOfService } from '@/content/legal-terms';
import { offices } from '@brand/texts/offices';
import { services, servicesContent } from '@brand/texts/services';
import { site } from '@/content/site';
import { team } from '@brand/people';
import { SESSION_STORAGE_KEY } from '@/lib/supabase';
import { THEME_STORAGE_KEY } from '@/lib/theme';
import tailwindConfig from '../../../tailwind.config';

const legalDocuments = [
  ['Privacy Policy', privacyPolicy],
  ['Terms of Service', termsOfService],
  ['Cookie Policy', cookiePolicy],
] as const;

function textOf(block: LegalBlock): string {
  if (typeof block === 'string') return block;
  if ('list' in block) return block.list.join('\n');
  if ('table' in block) return block.table.rows.flat().join('\n');
  return [block.contact.email, block.contact.phone, ...block.contact.address].join('\n');
}

const wholeText = ({ lead, sections }: LegalDocument) =>
  [lead, ...sections.flatMap(({ title, blocks }) => [title, ...blocks.map(textOf)])].join('\n');

specified('SVC-5: the five services', () => {
  expect(services.map(({ id }) => id)).toEqual([
    'virtual-assistant',
    'ai-implementation',
    'web-development',
    'creative-design',
    'digital-marketing',
  ]);
});

test('DATA-29: each service has id, title, description, picture and exactly three features', () => {
  for (const { id, title, description, features, image, imageAlt } of services) {
    expect(image.name).toBe(`service-${id}`);
    expect(imageAlt).not.toBe('');
    expect(title).not.toBe('');
    expect(description).not.toBe('');
    expect(new Set(features).size).toBe(3);
  }
});

specified('ABOUT-8: a team of three', () => {
  expect(team).toHaveLength(3);
});

test('ABOUT-8, DATA-28: each of the team has an id of their own, name, role, bio and portrait', () => {
  expect(new Set(team.map(({ id }) => id)).size).toBe(team.length);
  for (const { id, name, role, bio, image, imageAlt } of team) {
    expect(image.name).toBe(`team-${id}`);
    expect(imageAlt).toContain(name);
    expect(name).toMatch(/^\S+ \S+/);
    expect(role).not.toBe('');
    expect(bio.length).toBeGreaterThan(20);
  }
});

test('ABOUT-4..7: exactly three core values', () => {
  expect(aboutContent.values.items.map(({ title }) => title)).toEqual([
    'Intentionality',
    'Collaboration',
    'Joy in the Process',
  ]);
});

specified('ABOUT-9, OFFICE-17: three offices, with the labels of their zones', () => {
  expect(offices.map(({ city, timeZone }) => [city, timeZone])).toEqual([
    ['Brooklyn', 'EST'],
    ['Los Angeles', 'PST'],
    ['Skopje', 'CET'],
  ]);
});

test('OFFICE-17: each office has every field and a zone that exists', () => {
  expect(offices.length).toBeLessThanOrEqual(6);
  for (const office of offices) {
    expect(office.image).toMatchObject({ name: `office-${office.id}` });
    expect(office.imageAlt).not.toBe('');
    expect(office.keyServices.length).toBeGreaterThan(0);
    expect(
      () => new Intl.DateTimeFormat('en', { timeZone: officeZone(office.timeZone) }),
    ).not.toThrow();
    expect(office.address.length).toBeGreaterThan(0);
    for (const field of ['id', 'country', 'phone', 'hours', 'specialization'] as const) {
      expect(office[field], `${field} of ${office.city}`).not.toBe('');
    }
    expect(office.description).not.toBe('');
    expect(office.simpleLocation).toContain(office.city);
  }
});

specified('R-33: telephone numbers and addresses on the net are reserved ones', () => {
  const phones = [site.phone, ...offices.map(({ phone }) => phone)];
  for (const phone of phones) expect(phone).toMatch(/555.?01\d\d$/);
  expect(site.email).toMatch(/\.example$/);
});

test.each(legalDocuments)('LEGAL-1, LEGAL-2: the %s names law and currency', (_, document) => {
  const text = wholeText(document);
  expect(text).toContain(site.law.governing);
  expect(text).toMatch(/All prices we name.*are in /);
  expect(text).toContain(`are in ${site.law.currency}.`);
});

specified('LEGAL-1, LEGAL-2: the law of the State of New York and USD', () => {
  expect(site.law.governing).toBe('the laws of the State of New York');
  expect(site.law.currency).toBe('United States dollars (USD)');
});

test.each(legalDocuments)('LEGAL-3..5: the %s has contact details', (_, document) => {
  const text = wholeText(document);
  expect(text).toContain(site.email);
  expect(text).toContain(site.phone);
  for (const line of site.postalAddress) expect(text).toContain(line);
});

test.each(legalDocuments)('each section of the %s has its own anchor', (_, document) => {
  const ids = document.sections.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z][a-z-]+$/);
  expect(Number.isNaN(Date.parse(document.updated))).toBe(false);
});

test('the privacy policy names the stored data and how long it is kept', () => {
  const rows = privacyPolicy.sections
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => (typeof block === 'object' && 'table' in block ? block.table.rows : []));
  const lifetimes = rows.map((row) => [row[0], row.at(-1)]);
  expect(lifetimes).toEqual([
    ['Enquiries', '24 months after you sent it'],
    ['Flood protection', 'A day; beside an enquiry as long as the enquiry'],
    ['Security events', '90 days'],
    ['Missing pages', '90 days after the last visit'],
    ['Newsletter', 'Unconfirmed 7 days, otherwise until you unsubscribe'],
    ['Staff accounts', 'As long as the account exists; of each text the last 200 versions'],
    ['Requests for access', '30 days'],
  ]);
  expect(wholeText(privacyPolicy)).toMatch(/hosted by Supabase/);
  expect(wholeText(privacyPolicy)).toMatch(/no analytics/);
});

test('the cookie policy lists the keys that the site writes', () => {
  const keys = cookiePolicy.sections
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => (typeof block === 'object' && 'table' in block ? block.table.rows : []))
    .map(([key]) => key);
  for (const key of [THEME_STORAGE_KEY, SESSION_STORAGE_KEY, CLOUDS_STORAGE_KEY]) {
    expect(keys).toContain(key);
  }
});

test('no copy contains a placeholder', () => {
  const everything = JSON.stringify([
    aboutContent,
    contactContent,
    services,
    servicesContent,
    offices,
    team,
    legalDocuments,
  ]);
  expect(everything).not.toMatch(/lorem|ipsum|todo|tbd|xxx/i);
});

test('RESP-1..3: tablet begins at 768, desktop at 1024', () => {
  expect(tailwindConfig.theme.screens).toMatchObject({ tablet: '768px', desktop: '1024px' });
});
