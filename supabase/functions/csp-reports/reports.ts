// Reports of browsers in either format, reduced to what is worth counting and names no visitor.
import { z } from 'zod';

export type CspReport = {
  /** Such as `img-src`. */
  directive: string;
  /** An origin, `self`, or a word such as `inline`: never a whole address. */
  blocked: string;
  /** Of our page, without its query; ids are left out. */
  path: string;
};

/** As the database checks them. */
export const BLOCKED_MAX = 100;
export const PATH_MAX = 120;
const DIRECTIVE = /^[a-z][a-z-]{0,39}$/;

/** Extensions put things into every page, which the policy then blocks. Some browsers name the scheme alone. */
const EXTENSION = /^(?:[a-z-]{0,20}extension|webkit-masked-url)(?::|$)/i;
const KEYWORD = /^[a-z][a-z-]{0,29}$/;
const ID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** Of `report-uri`: one report a request. */
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

/** Of `report-to`. */
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

/** The reports worth counting among those of a body. */
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
