// Which mailbox and which domain a claimed address belongs to, as far as limits on mails count them.
import { keyedHash } from './keyed-hash.ts';

/** Both names reach one mailbox, and dots in front of the @ do not count. */
const GMAIL = ['gmail.com', 'googlemail.com'];

/** Their domain belongs to no one in particular: many visitors have an address there. */
const MAIL_PROVIDERS = [
  ...GMAIL,
  ...['outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'yahoo.com', 'ymail.com', 'aol.com'],
  ...['icloud.com', 'me.com', 'mac.com', 'proton.me', 'protonmail.com', 'gmx.net', 'gmx.com'],
  ...['gmx.de', 'web.de', 't-online.de', 'mail.com', 'zoho.com', 'fastmail.com', 'yandex.com'],
];

/** One mailbox, however its owner writes the address: upper case, a tag behind a plus, dots at Gmail. */
export function mailboxOf(email: string): string {
  const [local, domain] = partsOf(email);
  const name = local.replace(/\+.*$/s, '') || local;
  return GMAIL.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/** The domain someone registered, as its name tells; null for mail providers. */
export function mailDomainOf(email: string): string | null {
  const [, domain] = partsOf(email);
  if (MAIL_PROVIDERS.includes(domain)) return null;
  const labels = domain.split('.');
  // example.co.uk, example.com.au
  const isSecondLevel = /^[a-z]{2}$/.test(labels.at(-1) ?? '') && (labels.at(-2) ?? '').length <= 3;
  return labels.slice(isSecondLevel ? -3 : -2).join('.');
}

export type Recipient = { mailbox: string; domain: string | null };

/** Keyed hashes of both, so that what is counted names nobody. */
export async function hashRecipient(key: CryptoKey, email: string): Promise<Recipient> {
  const domain = mailDomainOf(email);
  return {
    mailbox: await keyedHash(key, `mailbox ${mailboxOf(email)}`),
    domain: domain === null ? null : await keyedHash(key, `domain ${domain}`),
  };
}

function partsOf(email: string): [local: string, domain: string] {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  return [address.slice(0, at), address.slice(at + 1)];
}
