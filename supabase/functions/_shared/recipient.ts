// The mailbox and the domain of an address, for counting mails against limits.
import { keyedHash, type HashKeys } from './keyed-hash.ts';

/** Both domains reach the same mailbox, and Gmail ignores dots before the @. */
const GMAIL = ['gmail.com', 'googlemail.com'];

/** Domains shared by many people, which are not counted together. */
const MAIL_PROVIDERS = [
  ...GMAIL,
  ...['outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'yahoo.com', 'ymail.com', 'aol.com'],
  ...['icloud.com', 'me.com', 'mac.com', 'proton.me', 'protonmail.com', 'gmx.net', 'gmx.com'],
  ...['gmx.de', 'web.de', 't-online.de', 'mail.com', 'zoho.com', 'fastmail.com', 'yandex.com'],
];

/** The same for all spellings of one mailbox: upper case, a tag after a plus, dots at Gmail. */
export function mailboxOf(email: string): string {
  const [local, domain] = partsOf(email);
  const name = local.replace(/\+.*$/s, '') || local;
  return GMAIL.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/** The registered domain, guessed from the name; null for mail providers. */
export function mailDomainOf(email: string): string | null {
  const [, domain] = partsOf(email);
  if (MAIL_PROVIDERS.includes(domain)) return null;
  const labels = domain.split('.');
  // example.co.uk, example.com.au
  const isSecondLevel = /^[a-z]{2}$/.test(labels.at(-1) ?? '') && (labels.at(-2) ?? '').length <= 3;
  return labels.slice(isSecondLevel ? -3 : -2).join('.');
}

export type Recipient = { mailbox: string; domain: string | null };

/** Keyed hashes of both, so that no address is stored for counting. */
export async function hashRecipient(keys: HashKeys, email: string): Promise<Recipient> {
  const domain = mailDomainOf(email);
  return {
    mailbox: await keyedHash(keys, `mailbox ${mailboxOf(email)}`),
    domain: domain === null ? null : await keyedHash(keys, `domain ${domain}`),
  };
}

function partsOf(email: string): [local: string, domain: string] {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  return [address.slice(0, at), address.slice(at + 1)];
}
