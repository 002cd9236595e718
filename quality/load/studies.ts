import { randomUUID } from 'node:crypto';
import type { LoadSite } from './site.ts';

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
 * @param token of a member of staff
 */
export async function publishStudies(site: LoadSite, token: string, count: number) {
  const headers = {
    apikey: site.publishableKey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  };
  async function ask(path: string, options?: RequestInit) {
    const response = await fetch(`${site.url}/rest/v1/${path}`, { ...options, headers });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.text();
  }
  const insert = (table: string, rows: unknown[]) =>
    ask(table, { method: 'POST', body: JSON.stringify(rows) });

  const models: { case_study_metrics?: object[]; case_study_gallery?: object[] }[] = JSON.parse(
    await ask(`case_studies?status=eq.published&select=${TEXTS},${ROWS}`),
  );
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
    const partsOf = (part: 'metrics' | 'gallery') =>
      copies.flatMap((copy) =>
        (copy[part] ?? []).map((one) => ({ ...one, case_study_id: copy.row.id })),
      );
    await insert(
      'case_studies',
      copies.map(({ row }) => row),
    );
    await insert('case_study_metrics', partsOf('metrics'));
    await insert('case_study_gallery', partsOf('gallery'));
  }
}
