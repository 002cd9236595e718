import { expect, test } from 'vitest';
import { splitQuote } from '@/features/conversations/quote';

test.for([
  ['On Monday.\n\nOn Nov 20 Ada wrote:\n> When?\n>\n> Ada', 'On Monday.', 'On Nov 20 Ada wrote:'],
  ['Ja.\n\nAm Freitag schrieb\nAda <ada@a.example>:\n> Wann?', 'Ja.', 'Am Freitag schrieb'],
  ['Yes.\n> When?\n\n', 'Yes.', '> When?'],
  ['Yes.\n\n-----Original Message-----\nFrom: Ada', 'Yes.', '-----Original Message-----'],
  ['Yes.\n\n________________________________\nFrom: Ada', 'Yes.', '____'],
] as const)('the quoted end of %j is separated', ([text, own, quote]) => {
  const parts = splitQuote(text);
  expect(parts.own).toBe(own);
  expect(parts.quoted?.startsWith(quote)).toBe(true);
  expect(`${parts.own}${parts.quoted}`.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
});

test.for([
  'Only this.',
  '> All of it is quoted',
  '> Your question\nMy answer below it',
  'The list:\n- one\n- two',
  '',
])('%j is shown whole', (text) => {
  expect(splitQuote(text)).toEqual({ own: text, quoted: null });
});

/** As ten programs write them, in the languages of our clients. Libraries cut at most 12 of these 17. */
const PROGRAMS = [
  [
    'Gmail',
    'Yes please.',
    'On Fri, Nov 20, 2026 at 10:00 AM The Agency <team@agency.example> wrote:\n\n> When suits you?\n>\n> Ada',
  ],
  [
    'Gmail, wrapped',
    'Yes please.',
    'On Fri, Nov 20, 2026 at 10:00 AM The Agency of Somewhere\n<team@agency.example> wrote:\n\n> When suits you?',
  ],
  [
    'Gmail in Macedonian',
    'Да, ве молам.',
    'На пет., 20 ноем. 2026 во 10:00 The Agency <team@agency.example> напиша:\n\n> Кога ви одговара?',
  ],
  [
    'Apple Mail',
    'Yes please.',
    '> On 20 Nov 2026, at 10:00, The Agency <team@agency.example> wrote:\n> \n> When suits you?',
  ],
  [
    'Thunderbird in German',
    'Ja, bitte.',
    'Am 20.11.26 um 10:00 schrieb The Agency:\n> Wann passt es?',
  ],
  [
    'Outlook',
    'Yes please.',
    'From: The Agency\nSent: Friday, November 20, 2026 10:00 AM\nTo: Ada\nSubject: RE: A website\n\nWhen suits you?',
  ],
  [
    'Outlook with a line',
    'Yes please.',
    '________________________________\nFrom: The Agency <team@agency.example>\nSent: Friday, November 20, 2026 10:00 AM\nTo: Ada <ada@a.example>\nSubject: RE: A website\n\nWhen suits you?',
  ],
  [
    'Outlook in bold',
    'Yes please.',
    '*From:* The Agency <team@agency.example>\n*Sent:* Friday, November 20, 2026 10:00 AM\n*To:* Ada <ada@a.example>\n*Subject:* RE: A website\n\nWhen suits you?',
  ],
  [
    'Outlook in Danish',
    'Ja tak.',
    'Fra: The Agency <team@agency.example>\nSendt: 20. november 2026 10:00\nTil: Ada <ada@a.example>\nEmne: SV: A website\n\nHvornår passer det?',
  ],
  [
    'Outlook in German',
    'Ja, bitte.',
    'Von: The Agency\nGesendet: Freitag, 20. November 2026 10:00\nAn: Ada\nBetreff: AW: A website\n\nWann passt es?',
  ],
  [
    'Outlook in Macedonian',
    'Да.',
    'Од: The Agency <team@agency.example>\nИспратено: петок, 20 ноември 2026 10:00\nДо: Ада <ada@a.example>\nТема: RE: A website\n\nКога ви одговара?',
  ],
  [
    'Outlook in Polish',
    'Tak.',
    'Od: The Agency <team@agency.example>\nWysłano: piątek, 20 listopada 2026 10:00\nDo: Ada <ada@a.example>\nTemat: RE: A website\n\nKiedy?',
  ],
  [
    'old Outlook',
    'Ja.',
    '-----Ursprüngliche Nachricht-----\nVon: The Agency [mailto:team@agency.example]\nGesendet: Freitag, 20. November 2026 10:00\nAn: Ada\nBetreff: A website\n\nWann?',
  ],
  [
    'Yahoo',
    'Yes please.',
    'On Friday, November 20, 2026 at 10:00:00 AM GMT+1, The Agency <team@agency.example> wrote:\n\n When suits you?',
  ],
  [
    'Proton',
    'Yes please.\n\nSent with Proton Mail secure email.',
    'On Friday, November 20th, 2026 at 10:00 AM, The Agency <team@agency.example> wrote:\n\n> When suits you?',
  ],
  [
    'GMX',
    'Ja, bitte.',
    'Gesendet: Freitag, 20. November 2026 um 10:00 Uhr\nVon: "The Agency" <team@agency.example>\nAn: ada@a.example\nBetreff: Re: A website\n\nWann passt es?',
  ],
  [
    'Samsung Email',
    'Yes please.',
    '-------- Original message --------\nFrom: The Agency <team@agency.example>\nDate: 20/11/2026 10:00 (GMT+01:00)\nTo: Ada <ada@a.example>\nSubject: Re: A website\n\nWhen suits you?',
  ],
] as const;

test.for(PROGRAMS)(
  'of an answer from %s only the answer is shown, and nothing is lost',
  ([, own, history]) => {
    expect(splitQuote(`${own}\n\n${history}`)).toEqual({ own, quoted: history });
  },
);

test.for([
  'These are my details:\n\nName: Ada Lovelace\nEmail: ada@a.example\nPhone: +44 20 7946 0000\nStart: 2026',
  'The times:\n\nMonday: 10:00\nTuesday: 11:00\nWednesday: 12:00',
  'As Ada <ada@a.example> said in 2026:\nit works.',
])('%j is shown whole, too', (text) => {
  expect(splitQuote(text)).toEqual({ own: text, quoted: null });
});
