// Browser reports in both formats, reduced to fields that are counted and identify no visitor.
import { z } from 'zod';

export type CspReport = {
  /** Such as `img-src`. */
  directive: string;
  /** An origin, `self`, or a keyword such as `inline`: never a whole address. */
  blocked: string;
  /** The path of our page, without query and ids. */
  path: string;
};

/** The limits of the database. */
export const BLOCKED_MAX = 100;
export const PATH_MAX = 120;
const DIRECTIVE = /^[a-z][a-z-]{0,39}$/;

/** Browser extensions insert content into pages, which the policy blocks. Some browsers report the scheme only. */
const EXTENSION = /^(?:[a-z-]{0,20}extension|webkit-masked-url)(?::|$)/i;
const KEYWORD = /^[a-z][a-z-]{0,29}$/;
const ID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** The format of `report-uri`: one report per request. */
const legacySchema = z
  .object({
    'csp-report': z.object({
      'document-uri': text,
      'blocked-uri': text,
      'effective-directive': text,
      'violated-directive': text,
      'source-file': text,
    }),
  })
  .transform(({ 'csp-report': report }) => ({
    document: report['document-uri'],
    blocked: report['blocked-uri'],
    directive: report['effective-directive'] || report['violated-directive'],
    source: report['source-file'],
  }));

/** The format of `report-to`: a list. */
const modernSchema = z
  .object({
    type: z.literal('csp-violation'),
    body: z.object({
      documentURL: text,
      blockedURL: text,
      effectiveDirective: text,
      sourceFile: text,
    }),
  })
  .transform(({ body }) => ({
    document: body.documentURL,
    blocked: body.blockedURL,
    directive: body.effectiveDirective,
    source: body.sourceFile,
  }));

const reportSchema = z.union([legacySchema, modernSchema]);

/** The reports of a body that should be counted. */
export function readReports(value: unknown, ownOrigins: ReadonlySet<string>): CspReport[] {
  const given: unknown[] = Array.isArray(value) ? value : [value];
  return given.flatMap((entry) => {
    const { success, data } = reportSchema.safeParse(entry);
    if (!success || !URL.canParse(data.document)) return [];
    const page = new URL(data.document);
    const [directive = ''] = data.directive.split(' ', 1);
    const blocked = describeBlocked(data.blocked, ownOrigins);
    if (!ownOrigins.has(page.origin) || !DIRECTIVE.test(directive) || blocked === null) return [];
    if (EXTENSION.test(data.source)) return [];
    const path = page.pathname.replace(ID, ':id').slice(0, PATH_MAX);
    return [{ directive, blocked, path }];
  });
}

function describeBlocked(blocked: string, ownOrigins: ReadonlySet<string>): string | null {
  if (EXTENSION.test(blocked)) return null;
  if (blocked === '') return 'unknown';
  if (KEYWORD.test(blocked)) return blocked;
  if (!URL.canParse(blocked)) return null;
  const { origin, protocol, host } = new URL(blocked);
  if (ownOrigins.has(origin)) return 'self';
  return (host === '' ? protocol : `${protocol}//${host}`).slice(0, BLOCKED_MAX);
}
