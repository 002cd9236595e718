// Test setup without the browser: rows, accounts, mail.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, type BrowserContextOptions } from '@playwright/test';
import { MAILBOX_PORT, SITE_PORT } from '../playwright.config';
import { findMailedLink, pressMailedLink } from '../scripts/lib/local/mailed-link.ts';
import { STAFF } from '../scripts/lib/local/seed.ts';
import { workspaceFolder } from '../scripts/lib/local/workspace.ts';

export const SITE = `http://localhost:${SITE_PORT}`;
export const WORKSPACE = workspaceFolder('e2e');
export const STAFF_STATE = `${WORKSPACE}/staff-session.json`;
export { STAFF };

const MAILBOX = `http://localhost:${MAILBOX_PORT}`;
// SESSION_STORAGE_KEY of src/lib/supabase.ts.
export const SESSION_STORAGE_KEY = 'agency-session';

export type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;
export type Session = { access_token: string; refresh_token: string; user: { id: string } };
export type Person = {
  email: string;
  password: string;
  session: Session;
  /** The storage state of a browser in which this user is signed in. */
  storageState: StorageState;
};
export type Row = Record<string, unknown>;

/** What the tests send and compare; rows also have stamped columns. */
const STUDY_COLUMNS =
  'id,title,headline,subhead,description,challenge,solution,results,what_we_loved,client_quote,' +
  'outcome,industry,meta_description,status,service_tags,technologies,client_name,client_url,' +
  'client_logo_url,timeline,role,cta_headline,cta_text,hero_image_url,version,created_at,updated_at';

/** Rewritten by every fresh start of the backend, so not read at import. */
export function readKeys(): { publishableKey: string; secretKey: string; jwtSecret: string } {
  return JSON.parse(readFileSync(`${WORKSPACE}/keys.json`, 'utf8'));
}

async function request(path: string, init: { method?: string; token?: string; body?: unknown }) {
  const response = await fetch(`${SITE}${path}`, {
    method: init.method ?? 'GET',
    redirect: 'manual',
    headers: {
      apikey: readKeys().publishableKey,
      'content-type': 'application/json',
      prefer: 'return=representation',
      ...(init.token && { authorization: `Bearer ${init.token}` }),
    },
    ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
  });
  const text = await response.text();
  if (response.status >= 400) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}

export async function signInByApi(email: string, password: string): Promise<Session> {
  return request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: { email, password },
  });
}

export const mailbox = {
  /** Waits for a mail of the Auth service to this address and returns the link in the newest one. */
  async confirmationLink(address: string): Promise<string> {
    return this.linkTo(address, findMailedLink);
  },
  /** The mails received so far whose subject contains these words. */
  async mailsAbout(words: string): Promise<Mail[]> {
    const { messages } = await readJson(`${MAILBOX}/api/v1/messages?limit=0`);
    const about = messages.filter((mail: { Subject: string }) => mail.Subject.includes(words));
    return Promise.all(
      about.map((mail: { ID: string }) => readJson(`${MAILBOX}/api/v1/message/${mail.ID}`)),
    );
  },
  async newsletterLink(address: string, page: 'confirm' | 'unsubscribe'): Promise<string> {
    const pattern = new RegExp(`https?://\\S+/newsletter/${page}#token=\\S+`);
    return this.linkTo(address, (text) => pattern.exec(text)?.[0]);
  },
  /** Waits for a mail to this address that carries such a link; of several the newest. */
  async linkTo(address: string, find: (text: string) => string | undefined): Promise<string> {
    let link: string | undefined;
    await expect
      .poll(
        async () => {
          const { messages } = await readJson(`${MAILBOX}/api/v1/messages?limit=0`);
          for (const { ID, To } of messages) {
            if (!To.some((to: Address) => to.Address === address)) continue;
            const { Text }: Mail = await readJson(`${MAILBOX}/api/v1/message/${ID}`);
            link ??= find(Text);
          }
          return link;
        },
        { message: `a mail to ${address} with such a link` },
      )
      .toBeTruthy();
    return link ?? '';
  },
};

type Address = { Address: string };
export type Mail = { Subject: string; Text: string; To: Address[]; ReplyTo: Address[] };

async function readJson(address: string) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.json();
}

let people = 0;

/** An unused email. Those of example.com become editors, others wait for approval. */
export function newAddress(domain: string): string {
  people += 1;
  return `person-${people}-${randomUUID().slice(0, 8)}@${domain}`;
}

/** Signs up, confirms by mail and chooses a new password, without a browser. */
export async function newPerson(domain = 'example.com'): Promise<Person> {
  const email = newAddress(domain);
  const password = 'Over-Time-2';
  await request('/auth/v1/signup', { method: 'POST', body: { email, password } });
  const link = await mailbox.confirmationLink(email);
  const opened = await pressMailedLink(SITE, readKeys().publishableKey, link);
  const token = String((await opened.json()).access_token);
  await request('/auth/v1/user', { method: 'PUT', token, body: { password } });
  const session = await signInByApi(email, password);
  const item = { name: SESSION_STORAGE_KEY, value: JSON.stringify(session) };
  return {
    email,
    password,
    session,
    storageState: { cookies: [], origins: [{ origin: SITE, localStorage: [item] }] },
  };
}

export type NewStudy = { title: string; metrics?: Row[]; gallery?: Row[] } & Row;

/** The Data API as staff. */
export function createApi(token: string) {
  return {
    async createStudy({ metrics = [], gallery = [], ...fields }: NewStudy): Promise<string> {
      const id = randomUUID();
      await request('/rest/v1/rpc/save_case_study', {
        method: 'POST',
        token,
        body: { study_id: id, expected_version: null, fields, metrics, gallery },
      });
      return id;
    },
    async readStudy(id: string): Promise<Row> {
      const select = `${STUDY_COLUMNS},case_study_metrics(*),case_study_gallery(*)`;
      const [study] = await request(`/rest/v1/case_studies?id=eq.${id}&select=${select}`, {
        token,
      });
      return study;
    },
    /** Saves as another editor: an open form gets a conflict. */
    async changeStudy(id: string, { metrics = [], gallery = [], ...fields }: Partial<NewStudy>) {
      const { version } = await this.readStudy(id);
      await request('/rest/v1/rpc/save_case_study', {
        method: 'POST',
        token,
        body: { study_id: id, expected_version: version, fields, metrics, gallery },
      });
    },
    /** Sets when the saved changes of a document go live, sooner than the form can. */
    async publishChangesIn(seconds: number, id: string, version: number) {
      const publishAt = new Date(Date.now() + seconds * 1000).toISOString();
      await request('/rest/v1/rpc/schedule_working_copy', {
        method: 'POST',
        token,
        body: { document_id: id, expected_version: version, publish_at: publishAt },
      });
    },
    /** What visitors read of a page, where it is not the text of the code. */
    async publishedTexts(page: string): Promise<Row> {
      const [row] = await request(`/rest/v1/page_texts?page=eq.${page}&select=texts`, { token });
      return row.texts;
    },
    /** Puts the texts of the code back. */
    async resetTexts(page: string) {
      const [row] = await request(`/rest/v1/page_texts?page=eq.${page}`, { token });
      await request('/rest/v1/rpc/save_page_texts', {
        method: 'POST',
        token,
        body: { page_id: row.id, expected_version: row.version, texts: {}, goes_live: true },
      });
    },
    async countStudies(title: string): Promise<number> {
      const query = `title=eq.${encodeURIComponent(title)}&select=id`;
      return (await request(`/rest/v1/case_studies?${query}`, { token })).length;
    },
    async deleteDocumentsTitledWith(part: string) {
      const query = `title=like.${encodeURIComponent(`*${part}*`)}&select=id`;
      for (const table of ['case_studies', 'blog_posts']) {
        await request(`/rest/v1/${table}?${query}`, { method: 'DELETE', token });
      }
    },
    async deletePicture(path: string) {
      await request(`/rest/v1/image_records?path=eq.${path.split('?')[0]}`, {
        method: 'PATCH',
        token,
        body: { deleting_at: new Date().toISOString() },
      });
      await request('/storage/v1/object/images', {
        method: 'DELETE',
        token,
        body: { prefixes: [path] },
      });
    },
  };
}

export type Api = ReturnType<typeof createApi>;
