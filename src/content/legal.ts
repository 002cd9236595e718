import { site } from './site';

export type LegalTable = {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
};

/** A paragraph is a plain string. */
export type LegalBlock =
  | string
  | { list: readonly string[] }
  | { table: LegalTable }
  | { contact: { email: string; phone: string; address: readonly string[] } };

export type LegalSection = { id: string; title: string; blocks: readonly LegalBlock[] };

export type LegalDocument = {
  title: string;
  description: string;
  lead: string;
  /** ISO date of the last change of the text. */
  updated: string;
  sections: readonly LegalSection[];
};

/** The title ends the page, and Health shows both, until an owner confirms the review there. */
export const legalNotice = {
  title: 'A template, to be reviewed by counsel',
  text: 'Counsel has to review it before anyone relies on it.',
};

export const contactBlock: LegalBlock = {
  contact: { email: site.email, phone: site.phone, address: site.postalAddress },
};

export const company = `${site.legalName} (“${site.name}”, “we”)`;

export function lawSection(subject: string): LegalSection {
  return {
    id: 'law-and-prices',
    title: 'Governing law and prices',
    blocks: [
      `${subject} and anything that follows from it are governed by ${site.law.governing}, without regard to its rules on conflicts of law. ${site.law.courts} decide disputes. Rights that the law of your own country gives you as a consumer, and that cannot be waived, stay untouched.`,
      `All prices we name, on this website, in a proposal or on an invoice, are in ${site.law.currency}.`,
    ],
  };
}
