// The hours of all offices. The database repeats them (private.after_office_hours in migrations/*_enquiries.sql);
// tests/database compares.

/** Monday to Friday, in local time. */
export const OFFICE_HOURS = { opens: 9, closes: 17 } as const;
