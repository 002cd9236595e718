import { searchMails } from './search.mjs';

/** @typedef {import('./mail.mjs').Mail} Mail */
/** @typedef {import('./store.mjs').Store} Store */

const PAGE_SIZE = 50;

/**
 * The part of Mailpit's HTTP API that tests use, with its response format.
 * @param {Store} store
 */
export function createApi(store) {
  return {
    /** @param {URLSearchParams} params */
    list: (params) => pageOf(store, store.all(), params),
    /** @param {URLSearchParams} params */
    search: (params) => pageOf(store, searchMails(store.all(), params.get('query') ?? ''), params),
    /**
     * Reading marks as read.
     * @param {string} id
     */
    detail(id) {
      const mail = id === 'latest' ? store.all()[0] : store.find(id);
      if (!mail) return undefined;
      store.markRead(mail);
      return detailOf(mail);
    },
    info: () => ({
      Version: 'local',
      Messages: store.all().length,
      Unread: store.unreadCount(),
      Tags: {},
    }),
  };
}

/**
 * @param {Store} store
 * @param {readonly Mail[]} matching
 * @param {URLSearchParams} params
 */
function pageOf(store, matching, params) {
  const start = wholeNumber(params.get('start')) ?? 0;
  const limit = wholeNumber(params.get('limit')) ?? PAGE_SIZE;
  const messages = matching.slice(start, limit === 0 ? undefined : start + limit).map(summaryOf);
  return {
    total: store.all().length,
    unread: store.unreadCount(),
    count: messages.length,
    messages_count: matching.length,
    messages_unread: matching.filter((mail) => !mail.Read).length,
    start,
    tags: [],
    messages,
  };
}

/** @param {string | null} text */
function wholeNumber(text) {
  return text && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** @param {Mail} mail */
function summaryOf(mail) {
  return {
    ID: mail.ID,
    MessageID: mail.MessageID,
    Read: mail.Read,
    From: mail.From,
    To: mail.To,
    Cc: mail.Cc,
    Bcc: mail.Bcc,
    ReplyTo: mail.ReplyTo,
    Subject: mail.Subject,
    Created: mail.Created,
    Username: mail.Username,
    Tags: mail.Tags,
    Size: mail.Size,
    Attachments: mail.Attachments.length,
    Snippet: mail.Snippet,
  };
}

/** @param {Mail} mail */
function detailOf(mail) {
  return {
    ID: mail.ID,
    MessageID: mail.MessageID,
    From: mail.From,
    To: mail.To,
    Cc: mail.Cc,
    Bcc: mail.Bcc,
    ReplyTo: mail.ReplyTo,
    ReturnPath: mail.ReturnPath,
    Subject: mail.Subject,
    ListUnsubscribe: mail.ListUnsubscribe,
    Date: mail.Date,
    Tags: mail.Tags,
    Username: mail.Username,
    Text: mail.Text,
    HTML: mail.HTML,
    Size: mail.Size,
    Inline: mail.Inline,
    Attachments: mail.Attachments,
  };
}
