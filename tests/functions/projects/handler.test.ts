import { expect, test, vi } from 'vitest';
import { projectListReplySchema, projectReplySchema } from '@contracts/project';
import { handleProjects, type ProjectDeps } from '../../../supabase/functions/projects/handler.ts';
import type { ProjectRow, ProjectStore } from '../../../supabase/functions/projects/store.ts';
import { DatabaseError, type Caller } from '../../../supabase/functions/_shared/rest.ts';

const ID = '3f0e6f0a-6c3a-4a55-9d7e-0a1b2c3d4e5f';
const visitor: Caller = { hasToken: false, isStaff: async () => false };
const nonMember: Caller = { hasToken: true, isStaff: async () => false };
const staff: Caller = { hasToken: true, isStaff: async () => true };

function row(overrides: Partial<ProjectRow> = {}): ProjectRow {
  return {
    id: ID,
    title: 'A shop',
    description: null,
    hero_image_url: null,
    industry: null,
    service_tags: ['Web Development'],
    status: 'published',
    version: 4,
    created_at: '2026-01-02 03:04:05.6+00',
    ...overrides,
  };
}

function setup(caller: Caller, overrides: Partial<ProjectStore> = {}) {
  const store = {
    list: vi.fn(async () => ({ total: 1, projects: [row()] })),
    get: vi.fn(async (): Promise<ProjectRow | null> => row()),
    save: vi.fn(async () => row({ version: 5 })),
    remove: vi.fn(async () => true),
    ...overrides,
  };
  const deps: ProjectDeps = { caller, store, newId: () => ID, logError: vi.fn() };
  const ask = async (method: string, path: string, body?: unknown, headers: HeadersInit = {}) => {
    const reply = await handleProjects(
      new Request(`https://backend.example${path}`, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
      deps,
    );
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, data: text && JSON.parse(text) };
  };
  return { ask, store };
}

test('PROJAPI-1: projects are listed by the filters of the query', async () => {
  const { ask, store } = setup(visitor);
  const { status, data, headers } = await ask(
    'GET',
    '/projects?category=Food&tag=Web%20Development&search=shop&page=1&limit=3',
  );
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toContain('public');
  expect(projectListReplySchema.parse(data)).toEqual(data);
  expect(data.data[0]).toEqual({
    id: ID,
    title: 'A shop',
    description: '',
    imageUrl: null,
    category: 'Case Study',
    tags: ['Web Development'],
    createdAt: '2026-01-02T03:04:05.600Z',
    status: 'published',
    version: 4,
  });
  expect(store.list).toHaveBeenCalledWith({
    category: 'Food',
    tag: 'Web Development',
    search: 'shop',
    page: 1,
    limit: 3,
  });
  expect((await ask('GET', '/projects?limit=51')).status).toBe(400);
  expect((await ask('GET', '/projects?color=red')).status).toBe(400);
});

test('PROJAPI-2, PROJAPI-10: a project by its ID, or not found', async () => {
  const { ask, store } = setup(visitor);
  expect(projectReplySchema.parse((await ask('GET', `/projects/${ID}`)).data).data.id).toBe(ID);
  expect(store.get).toHaveBeenCalledOnce();
  const { status, data } = await ask('GET', '/projects/12');
  expect([status, data]).toEqual([
    404,
    { error: { code: 'NOT_FOUND', message: 'Project with ID 12 not found' } },
  ]);
  expect(store.get).toHaveBeenCalledOnce();
});

test('PROJAPI-3: a create fills in missing fields', async () => {
  const { ask, store } = setup(staff);
  const { status, headers } = await ask('POST', '/projects', { title: 'New', imageUrl: '' });
  expect([status, headers.get('location')]).toEqual([201, `/functions/v1/projects/${ID}`]);
  expect(store.save).toHaveBeenCalledExactlyOnceWith({
    id: ID,
    version: null,
    fields: {
      title: 'New',
      description: null,
      hero_image_url: null,
      industry: null,
      service_tags: [],
      status: 'draft',
    },
  });
});

test('PROJAPI-4: PUT empties absent fields, PROJAPI-6: PATCH keeps them', async () => {
  const { ask, store } = setup(staff);
  expect((await ask('PUT', `/projects/${ID}`, { title: 'New', version: 4 })).status).toBe(200);
  expect(store.save).toHaveBeenLastCalledWith({
    id: ID,
    version: 4,
    fields: {
      title: 'New',
      description: null,
      hero_image_url: null,
      industry: null,
      service_tags: [],
    },
  });
  const patched = await ask(
    'PATCH',
    `/projects/${ID}`,
    { category: 'Food' },
    { 'if-match': '"4"' },
  );
  expect([patched.status, patched.headers.get('etag')]).toEqual([200, '"5"']);
  expect(store.save).toHaveBeenLastCalledWith({ id: ID, version: 4, fields: { industry: 'Food' } });
});

test('PROJAPI-5: a delete returns the ID', async () => {
  const { ask, store } = setup(staff);
  expect(await ask('DELETE', `/projects/${ID}`)).toMatchObject({
    status: 200,
    data: { data: { id: ID } },
  });
  expect(store.remove).toHaveBeenCalledWith(ID);
});

test('R-04: a version is required and compared', async () => {
  const { ask, store } = setup(staff);
  expect((await ask('PATCH', `/projects/${ID}`, { title: 'x' })).status).toBe(400);
  const stale = await ask('PATCH', `/projects/${ID}`, { title: 'x', version: 3 });
  expect([stale.status, stale.data.error.version]).toEqual([409, 4]);
  expect(store.save).not.toHaveBeenCalled();
  const late = setup(staff, {
    save: vi.fn().mockRejectedValue(new DatabaseError('PT409', 'changed', 409)),
  });
  expect((await late.ask('PATCH', `/projects/${ID}`, { title: 'x', version: 4 })).status).toBe(409);
});

test.for([
  ['POST', '/projects', { title: 'A' }],
  ['PUT', `/projects/${ID}`, { title: 'A', version: 4 }],
  ['PATCH', `/projects/${ID}`, { version: 4 }],
  ['DELETE', `/projects/${ID}`, undefined],
] as const)('R-01: %s is for staff', async ([method, path, body]) => {
  for (const [caller, expected] of [
    [visitor, 401],
    [nonMember, 403],
  ] as const) {
    const { ask, store } = setup(caller);
    expect((await ask(method, path, body)).status).toBe(expected);
    expect(store.save).not.toHaveBeenCalled();
    expect(store.remove).not.toHaveBeenCalled();
  }
});

test('a violated constraint is a field error', async () => {
  const message = 'violates check constraint "case_studies_industry_fit"';
  const save = vi.fn().mockRejectedValue(new DatabaseError('PT422', message, 422));
  const { status, data } = await setup(staff, { save }).ask('POST', '/projects', { title: 'A' });
  expect([status, data.error.fields]).toEqual([400, { category: 'This cannot be stored' }]);
});

test('openapi.json is not read as a project ID', async () => {
  const { data } = await setup(visitor).ask('GET', '/projects/openapi.json');
  expect(Object.keys(data.paths)).toEqual(['/projects', '/projects/{id}']);
  expect((await setup(staff).ask('DELETE', '/projects/openapi.json')).headers.get('allow')).toBe(
    'GET, HEAD, OPTIONS',
  );
});
