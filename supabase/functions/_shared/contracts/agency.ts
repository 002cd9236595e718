/** Who writes the mails of the functions. src/content/site.ts says the same to visitors; a test compares them. */
export const AGENCY = {
  name: 'Cumulus & Craft',
  email: 'hello@cumulusandcraft.example',
  postalAddress: ['Cumulus & Craft', '68 Plymouth Street, Loft 4', 'Brooklyn, NY 11201', 'USA'],
} as const;
