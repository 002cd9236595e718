import type { ReactNode } from 'react';
import type { ContentImage } from './images';

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
  /** An IANA zone such as 'Europe/Lisbon', or one of the labels of lib/site-zone.ts. */
  timeZone: string;
};

/** Of brand/texts/offices.ts. */
export type OfficeTexts = {
  /** As contracts/office-hours.ts reads them: '9 am to 5 pm, Monday to Friday'. */
  hours: string;
  specialization: string;
  description: string;
  keyServices: readonly string[];
  /** 3:2. */
  image: ContentImage;
  imageAlt: string;
  simpleLocation: string;
  /** In degrees, for the sky in its window. Without it there is no window. */
  place?: { latitude: number; longitude: number };
};

export type Office = OfficeFacts &
  OfficeTexts & {
    /** The days on which it is closed: '2026-12-24 Winter break'. */
    holidays?: readonly string[];
  };

/** Of brand/holidays.ts: an ISO date and a name. */
export type Holiday = readonly [day: string, name: string];

/** What stands before the sky of an office's window, in the view box '0 0 260 246'. */
export type WindowView = {
  drawing: ReactNode;
  /** The path of its lit windows, drawn over dusk and night. */
  lights?: string;
};
