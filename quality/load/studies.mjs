import { randomUUID } from 'node:crypto';

/** @import { LoadSite } from './site.mjs' */

/** Rows per request, and so per transaction. */
const BATCH = 250;
const TEXTS =
  'headline,subhead,description,challenge,solution,results,what_we_loved,client_quote,outcome,industry,' +
  'meta_description,service_tags,technologies,client_name,client_url,timeline,role,cta_headline,cta_text,' +
  'hero_image_url';
const ROWS =
  'case_study_metrics(metric_value,metric_label,display_order),' +
  'case_study_gallery(image_url,caption,alt_text,display_order)';

/** A published study, with the columns of the app. */
export const STUDY_SELECT = `id,title,status,version,created_at,updated_at,client_logo_url,${TEXTS},${ROWS}`;

/**
 * Publishes copies of the seeded studies, metrics and gallery included, until there are this many.
 *
 * @param {LoadSite} site
 * @param {string} token of a member of staff
 * @param {number} count
 */
export async function publishStudies(site, token, count) {
  const headers = {
    apikey: site.publishableKey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  };
  /** @param {string} path @param {RequestInit} [options] */
  async function ask(path, options) {
    const response = await fetch(`${site.url}/rest/v1/${path}`, { ...options, headers });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.text();
  }
  const insert = (/** @type {string} */ table, /** @type {unknown[]} */ rows) =>
    ask(table, { method: 'POST', body: JSON.stringify(rows) });

  /** @type {Record<string, any>[]} */
  const models = JSON.parse(await ask(`case_studies?status=eq.published&select=${TEXTS},${ROWS}`));
  for (let from = models.length; from < count; from += BATCH) {
    const copies = Array.from({ length: Math.min(BATCH, count - from) }, (_, place) => {
      const { case_study_metrics, case_study_gallery, ...texts } =
        models[(from + place) % models.length] ?? {};
      return {
        metrics: case_study_metrics,
        gallery: case_study_gallery,
        row: {
          ...texts,
          id: randomUUID(),
          title: `Case study number ${from + place}`,
          status: 'published',
        },
      };
    });
    const partsOf = (/** @type {'metrics' | 'gallery'} */ part) =>
      copies.flatMap((copy) =>
        copy[part].map((/** @type {object} */ one) => ({ ...one, case_study_id: copy.row.id })),
      );
    await insert(
      'case_studies',
      copies.map(({ row }) => row),
    );
    await insert('case_study_metrics', partsOf('metrics'));
    await insert('case_study_gallery', partsOf('gallery'));
  }
}
