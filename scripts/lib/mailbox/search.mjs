/** @typedef {import('./mail.mjs').Mail} Mail */
/** @typedef {import('./mail.mjs').MailAddress} MailAddress */

/** @type {Record<string, (mail: Mail) => string>} */
const FIELDS = {
  to: (mail) => written(mail.To),
  from: (mail) => written([mail.From]),
  cc: (mail) => written(mail.Cc),
  bcc: (mail) => written(mail.Bcc),
  subject: (mail) => mail.Subject,
};

/**
 * The part of Mailpit's search that tests need: `to:`, `from:`, `cc:`, `bcc:`, `subject:` and plain words,
 * quotes around what holds spaces, a leading `-` for "not". Every term must match.
 * @param {readonly Mail[]} mails
 * @param {string} query
 */
export function searchMails(mails, query) {
  const tests = termsOf(query).map(toTest);
  return mails.filter((mail) => tests.every((test) => test(mail)));
}

/** @param {string} query */
function termsOf(query) {
  return (query.match(/(?:[^\s"]|"[^"]*(?:"|$))+/g) ?? [])
    .map((term) => term.replaceAll('"', '').toLowerCase())
    .filter((term) => /[\p{L}\p{N}]/u.test(term));
}

/**
 * @param {string} term
 * @returns {(mail: Mail) => boolean}
 */
function toTest(term) {
  const isNegated = term.length > 1 && /^[-!]/.test(term);
  const wanted = isNegated ? term.slice(1) : term;
  const colon = wanted.indexOf(':');
  const field = FIELDS[wanted.slice(0, Math.max(colon, 0))];
  const read = field ?? everything;
  const needle = field ? wanted.slice(colon + 1) : wanted;
  return (mail) => read(mail).toLowerCase().includes(needle) !== isNegated;
}

/** @param {Mail} mail */
function everything(mail) {
  const people = [mail.From, ...mail.To, ...mail.Cc, ...mail.Bcc, ...mail.ReplyTo];
  return `${written(people)} ${mail.Subject} ${mail.Text} ${mail.Snippet}`;
}

/** @param {MailAddress[]} addresses */
function written(addresses) {
  return addresses.map(({ Name, Address }) => `${Name} ${Address}`).join(', ');
}
