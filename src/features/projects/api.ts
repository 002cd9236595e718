import { visitorHeaders, sessionHeaders } from '@/lib/backend-headers';
import { getEnv } from '@/lib/env';
import { toAppError } from '@/lib/errors';
import { http, HttpError, type HttpMethod, type HttpQuery } from '@/lib/http';

/** A project as the generic service keeps it (DATA-19). */
export type Project = {
  id: string;
  title: string;
  description: string;
  imageUrl: string;
  category: string;
  tags: readonly string[];
  /** ISO 8601. */
  createdAt: string;
};

export type ProjectInput = Omit<Project, 'id' | 'createdAt'>;
export type ProjectFilters = { category?: string; tag?: string; search?: string };

/** The calls of the generic projects service; what it answers is handed on as it came. */
export const projects = {
  list: (filters: ProjectFilters = {}) => api('GET', '/projects', { query: filters }),
  get: (id: string) => api('GET', projectPath(id)),
  create: (project: ProjectInput) => api('POST', '/projects', { body: project }),
  replace: (id: string, project: ProjectInput) => api('PUT', projectPath(id), { body: project }),
  change: (id: string, changes: Partial<ProjectInput>) =>
    api('PATCH', projectPath(id), { body: changes }),
  remove: (id: string) => api('DELETE', projectPath(id)),
};

function projectPath(id: string): string {
  return `/projects/${encodeURIComponent(id)}`;
}

/** @throws AppError with the message of the body, else 'API Error: {status} {statusText}' */
async function api(
  method: HttpMethod,
  path: string,
  { query, body }: { query?: HttpQuery; body?: unknown } = {},
): Promise<unknown> {
  try {
    const headers = method === 'GET' ? visitorHeaders() : await sessionHeaders();
    const url = getEnv().apiBaseUrl + path;
    const reply = await http(url, { method, headers, body, ...(query ? { query } : {}) });
    return reply.body;
  } catch (error) {
    if (!(error instanceof HttpError)) throw toAppError(error, 'Failed to reach the projects');
    const { status, statusText } = error;
    const message = messageIn(error.body) ?? `API Error: ${status} ${statusText}`.trim();
    throw toAppError({ status }, message);
  }
}

function messageIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  if ('message' in body && typeof body.message === 'string') return body.message || null;
  return 'error' in body ? messageIn(body.error) : null;
}
