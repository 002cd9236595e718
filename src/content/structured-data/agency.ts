import type { Organization, PostalAddress, WebSite } from 'schema-dts';
import { paths } from '@/lib/paths';
import { offices } from '@brand/offices';
import type { OfficeFacts } from '../offices';
import { site } from '../site';

// Functions, not constants: only the build calls them, so the browser bundle contains none of it.

const AGENCY_ID = '/#agency';

/** The agency in the role of author, publisher or provider. */
export function agency(): Exclude<Organization, string> {
  return {
    '@type': 'Organization',
    '@id': AGENCY_ID,
    name: site.name,
    url: paths.home,
    logo: '/icon-512.png',
  };
}

export function organization(): Exclude<Organization, string> {
  return {
    ...agency(),
    legalName: site.legalName,
    description: site.description,
    slogan: site.tagline,
    email: site.email,
    telephone: site.phone,
    address: offices.map(postalAddress),
    sameAs: site.social.map(({ href }) => href),
  };
}

export function website(): Exclude<WebSite, string> {
  return {
    '@type': 'WebSite',
    '@id': '/#website',
    name: site.name,
    url: paths.home,
    inLanguage: 'en',
    publisher: { '@id': AGENCY_ID },
  };
}

export function postalAddress(office: OfficeFacts): Exclude<PostalAddress, string> {
  return {
    '@type': 'PostalAddress',
    streetAddress: office.street,
    addressLocality: office.city,
    ...(office.region !== undefined && { addressRegion: office.region }),
    ...(office.postalCode !== undefined && { postalCode: office.postalCode }),
    addressCountry: office.countryCode,
  };
}
