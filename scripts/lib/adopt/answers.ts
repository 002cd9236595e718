import { existsSync } from 'node:fs';
import { z } from 'zod';
import { isEmail } from '../../../supabase/functions/_shared/contracts/person.ts';
import { slugOf } from '../brand/brand.ts';

export const line = z.string().trim().min(1).max(200);
export const hex = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'a colour like #0f766e')
  .toLowerCase();
export const zone = line.refine(
  (name) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
    } catch {
      return false;
    }
  },
  { error: 'an IANA time zone such as Europe/Lisbon' },
);

export const countryCode = z.string().regex(/^[A-Z]{2}$/, 'two capitals such as PT');
export const locale = z.string().regex(/^en-[A-Z]{2}$/, 'English of a country, such as en-GB');
export const agencyName = line.max(40);
export const siteUrl = z
  .url({ protocol: /^https$/, error: 'an address such as https://example.com' })
  .transform((url) => url.replace(/\/$/, ''));
export const email = z.string().refine(isEmail, 'an email address');
export const features = z.array(line).length(3);
export const addressLines = z.array(line).min(1).max(6);
export const keyServices = z.array(line).min(1).max(8);
export const motif = z.enum(['sky', 'none']);
/** An SVG file of shapes. */
export const logoFile = line.refine((file) => existsSync(file), { error: 'no such file' });

const service = z
  .object({
    id: line.optional(),
    title: line,
    description: line,
    features,
  })
  .transform((given) => ({ ...given, id: given.id ?? slugOf(given.title) }));

const office = z
  .object({
    id: line.optional(),
    city: line,
    country: line,
    countryCode,
    region: line.optional(),
    postalCode: line.optional(),
    street: line,
    /** The lines below the name, in the order of the country. */
    address: addressLines.optional(),
    phone: line,
    timeZone: zone,
    /** In degrees, for the sky in the window of the office; without it there is no window. */
    place: z
      .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
      .optional(),
    specialization: line,
    description: line,
    keyServices,
    holidays: z.array(z.tuple([z.iso.date(), line])).default([]),
  })
  .transform((given) => ({
    ...given,
    id: given.id ?? slugOf(given.city),
    address: given.address ?? [
      given.street,
      [given.postalCode, given.city].filter(Boolean).join(' '),
    ],
  }));

const person = z
  .object({ name: line, role: line, bio: line })
  .transform((given) => ({ ...given, id: slugOf(given.name) }));

/** What `npm run adopt` needs to know, from a JSON file or asked one by one. */
export const answersSchema = z
  .object({
    name: agencyName,
    shortName: line.max(12).optional(),
    legalName: line,
    tagline: line,
    description: line,
    locale: locale.default('en-US'),
    url: siteUrl,
    email,
    securityEmail: email.optional(),
    social: z
      .array(z.object({ label: line, href: z.url() }))
      .max(6)
      .default([]),
    colours: z.object({ accent: hex }),
    motif: motif.default('sky'),
    /** Without one, a mark is drawn. */
    logo: logoFile.optional(),
    law: z.object({ governing: line, courts: line, currency: line }),
    services: z.array(service).min(1).max(12),
    offices: z.array(office).min(1).max(6),
    people: z.array(person).min(1).max(12),
    /** The city of the office whose hours and holidays count for answers; by default the first. */
    answers: line.optional(),
  })
  .superRefine((given, context) => {
    for (const list of ['services', 'offices', 'people'] as const) {
      const ids = given[list].map(({ id }) => id);
      if (new Set(ids).size < ids.length) {
        context.addIssue({ code: 'custom', path: [list], message: 'two have the same id' });
      }
    }
    if (given.answers && !given.offices.some(({ city }) => city === given.answers)) {
      context.addIssue({ code: 'custom', path: ['answers'], message: 'not the city of an office' });
    }
  });

export type Answers = z.output<typeof answersSchema>;
