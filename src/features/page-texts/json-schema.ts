import { OTHER_SERVICE } from '@contracts/enquiry-fields';
import { SLUG } from '@contracts/slug';
import type { Field, RowPart } from '@/documents/fields';
import type { TextPage } from '@/content/text-sources';
import { ADDRESS_MAX, pageTexts, ROWS_MAX } from './fields';

/** The keywords that private.schema_problem (migrations/*_page_texts.sql) knows. */
export type JsonSchema = {
  type?: 'object' | 'array' | 'string';
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?:
    | 'line'
    | 'date'
    | 'web-address'
    | 'own-picture'
    | 'time-zone'
    | 'office-hours'
    | 'closed-days';
  enum?: readonly string[];
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  /** Not of the standard: no two items have the same text in this property. */
  uniqueBy?: string;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: false;
  anyOf?: readonly JsonSchema[];
};

const ID_MAX = 60;
const NOT_BLANK = '\\S';
const SLUG_PATTERN = SLUG.source.replaceAll('(?:', '(');
const FORMATS: Readonly<Record<string, NonNullable<JsonSchema['format']>>> = {
  updated: 'date',
  href: 'web-address',
  timeZone: 'time-zone',
  hours: 'office-hours',
  holidays: 'closed-days',
};

/**
 * What may be stored of the texts of a page, for the database and the build. A name that no form shows is refused: it
 * would change a text or an address unseen.
 */
export function pageTextsSchema(page: TextPage): JsonSchema {
  const { fields, builtIn } = pageTexts(page);
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      fieldSchema(name, field, idsOf(builtIn[name])),
    ]),
  );
  return { type: 'object', additionalProperties: false, properties };
}

function idsOf(rows: unknown): string[] {
  return Array.isArray(rows) ? rows.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])) : [];
}

function fieldSchema(name: string, field: Field, builtInIds: readonly string[]): JsonSchema {
  if (field.type === 'picture') return pictureSchema;
  if (field.type !== 'rows') return textSchema(name, { ...field, isRequired: true });
  const { parts } = field;
  const hasIds = 'id' in parts;
  return {
    type: 'array',
    minItems: 1,
    maxItems: ROWS_MAX,
    ...(hasIds && { uniqueBy: 'id' }),
    items: {
      type: 'object',
      additionalProperties: false,
      required: Object.keys(parts).filter((part) => part === 'id' || parts[part]?.isRequired),
      properties: Object.fromEntries(
        Object.entries(parts).map(([part, shape]) => [part, partSchema(name, part, shape)]),
      ),
      // A row that the website has no picture for brings its own.
      ...('picture' in parts && {
        anyOf: [
          ...(hasIds ? [{ properties: { id: { enum: builtInIds } } }] : []),
          { required: ['picture'], properties: { picture: { minLength: 1 } } },
        ],
      }),
    },
  };
}

function partSchema(list: string, name: string, part: RowPart) {
  if (part.isPicture) return pictureSchema;
  if (name === 'hidden') return { type: 'string', enum: ['', 'yes'] } satisfies JsonSchema;
  if (name !== 'id') return textSchema(name, part);
  const isService = list === 'services';
  const pattern = isService ? `^(?!${OTHER_SERVICE.value}$)${SLUG_PATTERN.slice(1)}` : SLUG_PATTERN;
  return { type: 'string', maxLength: ID_MAX, pattern } satisfies JsonSchema;
}

const pictureSchema: JsonSchema = { type: 'string', format: 'own-picture', maxLength: ADDRESS_MAX };

type Shape = Pick<RowPart, 'limit' | 'rows' | 'isRequired'>;

function textSchema(name: string, { limit = 0, rows = 1, isRequired }: Shape): JsonSchema {
  const format = FORMATS[name] ?? (rows === 1 ? 'line' : undefined);
  return {
    type: 'string',
    maxLength: format === 'web-address' ? ADDRESS_MAX : limit,
    ...(isRequired && { pattern: NOT_BLANK }),
    ...(format && { format }),
  };
}
