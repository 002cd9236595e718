import { paths } from '@/lib/paths';

export type SiteLink = { label: string; to: string };

export type OfficeId = 'brooklyn' | 'los-angeles' | 'skopje';

export type OfficeFacts = {
  id: OfficeId;
  city: string;
  country: string;
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
  /** Only where postal addresses of the country include one. */
  region?: string;
  postalCode: string;
  street: string;
  phone: string;
};

/** The lines of a postal address below the name. */
export function addressLines({ street, city, region, postalCode }: OfficeFacts): readonly string[] {
  return [
    street,
    region === undefined ? `${postalCode} ${city}` : `${city}, ${region} ${postalCode}`,
  ];
}

const name = 'Cumulus & Craft';

const headOffice: OfficeFacts = {
  id: 'brooklyn',
  city: 'Brooklyn',
  country: 'United States',
  countryCode: 'US',
  region: 'NY',
  postalCode: '11201',
  street: '68 Plymouth Street, Loft 4',
  phone: '+1 (718) 555-0142',
};

const offices: readonly OfficeFacts[] = [
  headOffice,
  {
    id: 'los-angeles',
    city: 'Los Angeles',
    country: 'United States',
    countryCode: 'US',
    region: 'CA',
    postalCode: '90021',
    street: '940 Mateo Street, Unit 12',
    phone: '+1 (213) 555-0168',
  },
  {
    id: 'skopje',
    city: 'Skopje',
    country: 'North Macedonia',
    countryCode: 'MK',
    postalCode: '1000',
    street: 'Makedonija 27, floor 3',
    phone: '+389 2 555 0117',
  },
];

/** The facts of the agency. A rebrand changes this file and styles/tokens.css. */
export const site = {
  name,
  legalName: `${name} LLC`,
  tagline: 'Greatness is crafted over time',
  description:
    'A small digital agency for people, products and brands. Greatness is crafted over time.',
  url: 'https://cumulusandcraft.example',
  email: 'hello@cumulusandcraft.example',
  /** For /.well-known/security.txt; the same as in SECURITY.md. */
  securityEmail: 'security@cumulusandcraft.example',
  phone: headOffice.phone,
  postalAddress: [name, ...addressLines(headOffice), 'USA'],
  offices,
  social: [
    { label: 'LinkedIn', href: 'https://linkedin.example/company/cumulus-and-craft' },
    { label: 'Instagram', href: 'https://instagram.example/cumulusandcraft' },
    { label: 'Dribbble', href: 'https://dribbble.example/cumulusandcraft' },
  ],
  nav: [
    { label: 'Home', to: paths.home },
    { label: 'About', to: paths.about },
    { label: 'Services', to: paths.services.to() },
    { label: 'Projects', to: paths.projects },
    { label: 'Contact', to: paths.contact },
  ],
  quickLinks: [
    { label: 'Home', to: paths.home },
    { label: 'About', to: paths.about },
    { label: 'Projects', to: paths.projects },
    { label: 'Blog', to: paths.blog },
    { label: 'Contact', to: paths.contact },
  ],
  legalLinks: [
    { label: 'Privacy Policy', to: paths.privacy },
    { label: 'Terms of Service', to: paths.terms },
    { label: 'Cookie Policy', to: paths.cookie },
    { label: 'Admin Login', to: paths.admin },
  ],
} satisfies {
  nav: readonly SiteLink[];
  quickLinks: readonly SiteLink[];
  legalLinks: readonly SiteLink[];
  [fact: string]: unknown;
};
