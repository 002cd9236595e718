// Builds the OpenAPI 3.1 description from the contracts.
import { z } from 'zod';
import { apiErrorSchema } from './contracts/blog.ts';

export type Operation = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  summary: string;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Accepts the version as `If-Match`. */
  isVersioned?: boolean;
  /** The successful response. */
  success: { status: 200 | 201; schema: z.ZodType };
  refusals: readonly (keyof typeof REFUSALS)[];
};

const REFUSALS = {
  400: 'The query or the body is not valid; `fields` says where',
  401: 'There is no valid session',
  403: 'The account is not approved',
  404: 'There is none',
  409: 'Another save came first; `version` is the stored one. Or the ID is taken.',
  413: 'The body exceeds 256 kB',
  415: 'The body is not application/json',
} as const;

export function openApi(info: { title: string; description: string }, operations: Operation[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };
  }
  return {
    openapi: '3.1.0',
    info: { ...info, version: '1.0.0' },
    servers: [{ url: '/functions/v1' }],
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'Access token of a staff session' },
      },
      schemas: { Error: jsonSchema(apiErrorSchema, 'output') },
    },
    paths,
  };
}

function describe(operation: Operation) {
  const isRead = operation.method === 'get';
  return {
    summary: operation.summary,
    security: isRead ? [{}, { session: [] }] : [{ session: [] }],
    parameters: parameters(operation),
    ...(operation.body && {
      requestBody: { required: true, content: json(jsonSchema(operation.body, 'input')) },
    }),
    responses: {
      [operation.success.status]: {
        description: 'Done',
        content: json(jsonSchema(operation.success.schema, 'output')),
      },
      ...(isRead && {
        304: { description: 'The version named by If-None-Match is still current' },
      }),
      ...Object.fromEntries(
        operation.refusals.map((status) => [
          status,
          {
            description: REFUSALS[status],
            content: json({ $ref: '#/components/schemas/Error' }),
          },
        ]),
      ),
    },
  };
}

function parameters({ path, query, isVersioned }: Operation) {
  const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: jsonSchema(schema, 'output'),
  }));
  const version = {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The version the change starts from',
    schema: { type: 'string' },
  };
  return [...inPath, ...inQuery, ...(isVersioned ? [version] : [])];
}

const json = (schema: unknown) => ({ 'application/json': { schema } });

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output') {
  const described = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  delete described.$schema;
  return described;
}
