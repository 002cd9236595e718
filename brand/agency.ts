/** For the dates that visitors read. The words of the interface are English. */
export const locale = 'en-US';

/** The facts of the agency. */
export const agency = {
  name: 'Cumulus & Craft',
  /** Below the icon of a home screen. */
  shortName: 'Cumulus',
  legalName: 'Cumulus & Craft LLC',
  tagline: 'Greatness is crafted over time',
  description:
    'A small digital agency for people, products and brands. Greatness is crafted over time.',
  url: 'https://cumulusandcraft.example',
  email: 'hello@cumulusandcraft.example',
  /** For /.well-known/security.txt; the same as in SECURITY.md. */
  securityEmail: 'security@cumulusandcraft.example',
  phone: '+1 (718) 555-0142',
  /** On paper and below mails. */
  postalAddress: ['Cumulus & Craft', '68 Plymouth Street, Loft 4', 'Brooklyn, NY 11201', 'USA'],
  social: [
    { label: 'LinkedIn', href: 'https://linkedin.example/company/cumulus-and-craft' },
    { label: 'Instagram', href: 'https://instagram.example/cumulusandcraft' },
    { label: 'Dribbble', href: 'https://dribbble.example/cumulusandcraft' },
  ],
  law: {
    /** Follows 'are governed by'. */
    governing: 'the laws of the State of New York',
    courts: 'The state and federal courts in New York County',
    currency: 'United States dollars (USD)',
  },
} as const;
