import { offer, ownSections } from '@brand/texts/terms';
import { company, contactBlock, lawSection, type LegalDocument } from './legal';
import { site } from './site';

export const termsOfService: LegalDocument = {
  title: 'Terms of Service',
  description:
    'The terms for using this website and for the work we do: proposals, prices in USD, ownership, liability and governing law.',
  lead: 'What you can expect from us and what we expect from you, on this website and in the work we do together.',
  updated: '2026-11-21',
  sections: [
    {
      id: 'agreement',
      title: 'What these terms cover',
      blocks: [
        `These terms apply between you and ${company}, when you use this website and when you hire us. A signed proposal or contract adds to them, and where the two disagree the signed one wins.`,
        'If you act for a company, you confirm that you may do so. If you do not agree with these terms, please do not use the website.',
      ],
    },
    {
      id: 'services',
      title: 'Our services',
      blocks: [
        `${offer} What this website says about them is a description, not an offer.`,
        'Work begins when both of us have accepted a written proposal. It names what will be made, by when, for how much, and what we need from you.',
      ],
    },
    {
      id: 'first-talk',
      title: 'The first talk',
      blocks: [
        'The first consultation is free and commits neither of us to anything. We answer enquiries within 24 hours; that is a promise about manners, not a guarantee with a penalty.',
      ],
    },
    {
      id: 'prices',
      title: 'Prices and payment',
      blocks: [
        {
          list: [
            `Prices are in ${site.law.currency}. They do not include sales tax, VAT or bank charges unless the proposal says so.`,
            'Unless agreed otherwise, invoices are due 30 days after the invoice date.',
            'Costs we lay out for you, such as fonts, photographs, advertising or hosting, are named in advance and passed on without a surcharge.',
            'If an invoice stays unpaid after a reminder, we may pause the work until it is settled.',
          ],
        },
      ],
    },
    {
      id: 'your-part',
      title: 'Your part',
      blocks: [
        'We need material, answers and decisions on time, and one person who may decide. Dates move by as much as those do. You make sure that what you hand us, such as texts, pictures, logos and data, may be used for the purpose.',
      ],
    },
    {
      id: 'changes-in-scope',
      title: 'When plans change',
      blocks: [
        'They do. If something new costs more time or money, we say how much before we begin, and begin when you have agreed in writing. An email counts as writing.',
      ],
    },
    {
      id: 'ownership',
      title: 'Who owns what',
      blocks: [
        'Once it is paid in full, the finished work is yours, including the source files named in the proposal. Sketches and variants that were not chosen stay ours. So do our tools and the general know-how, which you may use without limit as a part of the finished work.',
        'Software, fonts and pictures by others remain under their own licenses, which we list when we hand over. We may show the finished work in our portfolio unless you ask us not to.',
      ],
    },
    {
      id: 'confidentiality',
      title: 'Confidentiality',
      blocks: [
        'What you tell us in confidence we use for your project only and show to nobody who is not working on it. The same goes for what we tell you. This ends three years after the project does, and does not cover what is public or has to be disclosed by law.',
      ],
    },
    ...ownSections,
    {
      id: 'this-website',
      title: 'Using this website',
      blocks: [
        'You may read, link to and quote it. Please do not:',
        {
          list: [
            'try to get into areas or accounts that are not yours;',
            'send forms by machine, or burden the website so that others cannot use it;',
            'upload anything harmful or unlawful;',
            'pass our texts and pictures off as your own.',
          ],
        },
        'The staff area is for people we have approved. Whoever has an account keeps the password to themselves and tells us when it may have leaked.',
      ],
    },
    {
      id: 'links',
      title: 'Links to others',
      blocks: [
        'Case studies link to the websites of our clients. What is written there is theirs; we have no influence on it and answer only for our own pages.',
      ],
    },
    {
      id: 'warranty',
      title: 'What we vouch for',
      blocks: [
        'We do the work with the care of a professional, and mend without charge what does not match the proposal if you tell us within 60 days of handing over. We do not promise particular sales, rankings or visitor numbers, because nobody honestly can.',
        'This website itself is provided as it is. We try to keep it correct and reachable and cannot guarantee either.',
      ],
    },
    {
      id: 'liability',
      title: 'Liability',
      blocks: [
        'As far as the law allows, neither of us owes the other lost profits or other indirect damage, and our liability for a project is limited to what you paid for it in the twelve months before the claim arose. This limit does not apply to intent, gross negligence, injury to people, or anything else the law does not let us limit.',
      ],
    },
    {
      id: 'ending',
      title: 'Ending a project',
      blocks: [
        'Either of us may end a project with 14 days’ written notice, and at once if the other breaks an important obligation and does not put it right within 14 days of being told. You pay for what was done up to then and receive it.',
      ],
    },
    lawSection('These terms'),
    {
      id: 'general',
      title: 'The rest',
      blocks: [
        'If one of these terms does not hold, the others do. Not insisting on a right once does not give it up. Neither of us may hand the contract to someone else without the other’s consent. Nobody is responsible for delays caused by what nobody could prevent.',
        'We may change these terms for the future; the date at the top says when that last happened. A running project keeps the terms it began with.',
      ],
    },
    {
      id: 'contact',
      title: 'How to reach us',
      blocks: [contactBlock],
    },
  ],
};
