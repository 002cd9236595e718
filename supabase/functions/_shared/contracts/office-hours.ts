// The hours of all offices, and the promise to answer within a working day. The database repeats them
// (private.after_office_hours in migrations/*_enquiries.sql); tests/database compares.

/** Monday to Friday, in local time. */
export const OFFICE_HOURS = { opens: 9, closes: 17 } as const;

/** The office whose hours count for answers. */
export const ANSWERING_OFFICE = { city: 'Skopje', zone: 'Europe/Skopje' } as const;

/** In office hours: 24 hours on working days are one day from 9 to 17. */
export const ANSWER_WITHIN_HOURS = 8;
export const REMIND_BEFORE_HOURS = 2;
