/** The sender of the functions' mails. The same facts as in src/content/site.ts; a test compares them. */
export const AGENCY = {
  name: 'Cumulus & Craft',
  email: 'hello@cumulusandcraft.example',
  postalAddress: ['Cumulus & Craft', '68 Plymouth Street, Loft 4', 'Brooklyn, NY 11201', 'USA'],
} as const;
