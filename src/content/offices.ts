import type { CatalogueImage } from './images';

/** Of brand/offices.ts. */
export type OfficeFacts = {
  id: string;
  city: string;
  country: string;
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
  /** Only where postal addresses of the country include one. */
  region?: string;
  /** Only where the country has them. */
  postalCode?: string;
  street: string;
  /** The lines of the postal address below the name, in the order of the country. */
  address: readonly string[];
  phone: string;
  /** An IANA zone such as 'Europe/Lisbon', or one of the labels of lib/time-zones.ts. */
  timeZone: string;
};

/** Of brand/texts/offices.ts. */
export type OfficeTexts = {
  hours: string;
  specialization: string;
  description: string;
  keyServices: readonly string[];
  /** 3:2. */
  image: CatalogueImage;
  imageAlt: string;
  simpleLocation: string;
  /** For the sky above it, in degrees. */
  place: { latitude: number; longitude: number };
};

export type Office = OfficeFacts & OfficeTexts & { holidays: readonly Holiday[] };

/** An ISO date and a name. */
export type Holiday = readonly [day: string, name: string];
