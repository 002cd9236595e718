import type { Holiday } from '@/content/offices';

/**
 * Public holidays by office id, until staff change them with the texts of the offices. A missing day counts as a working
 * day; those of the office that answers move the time by which an enquiry is answered.
 */
export const holidays: Readonly<Record<string, readonly Holiday[]>> = {
  // The Monday after one that falls on a Sunday, none that fall on a Saturday.
  skopje: [
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
  ],
};
