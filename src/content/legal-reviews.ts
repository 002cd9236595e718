/**
 * The date of the text of each legal page that counsel reviewed last, '' for none. What an owner confirms on Health is
 * written into it by the build (scripts/lib/build/page-texts.ts).
 */
export const legalReviews = { privacy: '', terms: '', cookie: '' };

export type LegalPageId = keyof typeof legalReviews;
