// Written by `npm run brand` from brand/. The edge functions cannot import brand/ itself.

/** The sender of the functions' mails. */
export const AGENCY = {
  name: 'Cumulus & Craft',
  email: 'hello@cumulusandcraft.example',
  postalAddress: ['Cumulus & Craft', '68 Plymouth Street, Loft 4', 'Brooklyn, NY 11201', 'USA'],
} as const;

export const SERVICES = [
  { value: 'virtual-assistant', label: 'Virtual Assistant Placement' },
  { value: 'ai-implementation', label: 'AI Implementation' },
  { value: 'web-development', label: 'Web Development' },
  { value: 'creative-design', label: 'Creative Design & Branding' },
  { value: 'digital-marketing', label: 'Digital Marketing' },
] as const;

/** The office whose hours count for answers. */
export const ANSWERING_OFFICE = {
  id: 'skopje',
  city: 'Skopje',
  zone: 'Europe/Skopje',
  hours: '9 am to 5 pm, Monday to Friday',
} as const;

/** Its public holidays. */
export const HOLIDAYS = [
  ['2026-01-01', 'New Year'],
  ['2026-01-07', 'Orthodox Christmas'],
  ['2026-03-20', 'Eid al-Fitr'],
  ['2026-04-13', 'Orthodox Easter Monday'],
  ['2026-05-01', 'Labour Day'],
  ['2026-05-25', 'Saints Cyril and Methodius (observed)'],
  ['2026-08-03', 'Republic Day (observed)'],
  ['2026-09-08', 'Independence Day'],
  ['2026-10-12', 'Day of the Uprising (observed)'],
  ['2026-10-23', 'Day of the Revolutionary Struggle'],
  ['2026-12-08', 'Saint Clement of Ohrid'],
  ['2027-01-01', 'New Year'],
  ['2027-01-07', 'Orthodox Christmas'],
  ['2027-03-09', 'Eid al-Fitr'],
  ['2027-05-03', 'Orthodox Easter Monday'],
  ['2027-05-24', 'Saints Cyril and Methodius'],
  ['2027-08-02', 'Republic Day'],
  ['2027-09-08', 'Independence Day'],
  ['2027-10-11', 'Day of the Uprising'],
  ['2027-12-08', 'Saint Clement of Ohrid'],
] as const;
