import { expect, test } from 'vitest';
import { judgeTable, type TableGuard, type TablePolicy } from '@/features/security-log/audit';

const STAFF = '( SELECT private.is_staff() AS is_staff)';
const ALL = ['DELETE', 'INSERT', 'SELECT', 'UPDATE'];

function policy(overrides: Partial<TablePolicy> = {}): TablePolicy {
  return {
    name: 'Some policy',
    command: 'select',
    roles: ['authenticated'],
    using: null,
    with_check: null,
    ...overrides,
  };
}

function guard(overrides: Partial<TableGuard> = {}): TableGuard {
  return {
    table_name: 'public.case_studies',
    rls_enabled: true,
    policies: [],
    grants: {},
    ...overrides,
  };
}

const staffPolicies = [
  policy({ command: 'select', using: STAFF }),
  policy({ command: 'insert', with_check: STAFF }),
  policy({ command: 'update', using: STAFF, with_check: STAFF }),
  policy({ command: 'delete', using: STAFF }),
];
const published = policy({
  roles: ['anon', 'authenticated'],
  using: '(public_from <= now())',
});

test.for<[string, TableGuard, string[]]>([
  [
    'published rows for everyone, the rest for staff',
    guard({
      policies: [published, ...staffPolicies],
      grants: { anon: ['SELECT'], authenticated: ALL },
    }),
    ['Visitors can read published rows only', 'Staff can read, add, change and delete'],
  ],
  [
    'staff alone',
    guard({ policies: staffPolicies.slice(0, 1), grants: { authenticated: ['SELECT'] } }),
    ['Only staff can read'],
  ],
  [
    'owners alone',
    guard({ policies: [policy({ using: 'private.is_owner()' })], grants: { authenticated: ALL } }),
    ['Only owners can read'],
  ],
  [
    'owners, and staff their own rows',
    guard({
      policies: [
        policy({
          using: `(( SELECT private.is_owner() AS is_owner) OR (${STAFF} AND (user_id = ( SELECT private.caller_id() AS caller_id))))`,
        }),
      ],
      grants: { authenticated: ['SELECT'] },
    }),
    ['Only staff can read their own rows', 'Owners can read'],
  ],
  [
    'a box everyone drops something into',
    guard({
      table_name: 'public.security_events',
      policies: [
        policy({
          command: 'insert',
          roles: ['anon', 'authenticated'],
          with_check: "(origin = 'browser'::text)",
        }),
        ...staffPolicies.slice(0, 1),
      ],
      grants: { anon: ['INSERT'], authenticated: ['INSERT', 'SELECT'] },
    }),
    ['Visitors can add rows but read none', 'Staff can read'],
  ],
  [
    'rows of one’s own',
    guard({
      policies: [policy({ using: '(user_id = ( SELECT auth.uid() AS uid))' })],
      grants: { authenticated: ['SELECT'] },
    }),
    ['People who signed up can read their own rows only'],
  ],
  [
    'everything',
    guard({
      policies: [policy({ roles: ['public'], using: 'true' })],
      grants: { anon: ['SELECT'], authenticated: ['SELECT'] },
    }),
    ['Visitors can read every row'],
  ],
  [
    'a condition it does not know, by the policy’s own name',
    guard({
      policies: [
        policy({ name: 'Anyone reads tags in use', roles: ['anon'], using: 'in_use(id)' }),
      ],
      grants: { anon: ['SELECT'] },
    }),
    [
      'Visitors can read some rows (“Anyone reads tags in use”)',
      'People who signed up can do nothing here',
    ],
  ],
  [
    'a policy for staff and for those who see what visitors do',
    guard({
      policies: [
        policy({ name: 'Visitors read tags in use', roles: ['anon'], using: '(in_use(id))' }),
        policy({ name: 'Accounts do too', using: `(${STAFF} OR (in_use(id)))` }),
      ],
      grants: { anon: ['SELECT'], authenticated: ['SELECT'] },
    }),
    ['Visitors can read some rows (“Visitors read tags in use”)', 'Staff can read'],
  ],
  [
    'a policy for owners and for rows of one’s own',
    guard({
      policies: [
        policy({
          using: `((( SELECT private.is_owner() AS is_owner) OR (user_id = ( SELECT private.caller_id() AS caller_id))) AND (created_at > now()))`,
        }),
      ],
      grants: { authenticated: ['SELECT'] },
    }),
    ['People who signed up can read their own rows only', 'Owners can read'],
  ],
  [
    'a policy without a grant, which opens nothing',
    guard({ policies: [published, ...staffPolicies], grants: { service_role: ALL } }),
    ['Only the server’s own functions have access'],
  ],
])('SEC-8: the audit describes: %s', ([, given, sentences]) => {
  expect(judgeTable(given)).toEqual({ sentences, problems: [] });
});

test('SEC-8: a table without row-level security is a finding, with any policies', () => {
  expect(
    judgeTable(
      guard({ rls_enabled: false, policies: staffPolicies, grants: { authenticated: ALL } }),
    ),
  ).toEqual({
    sentences: ['People who signed up can read, add, change and delete every row'],
    problems: ['Row-level security is off: every role with a grant reaches every row.'],
  });
});

test.for<[string, Partial<TablePolicy>, string]>([
  ['insert', { command: 'insert', with_check: 'true' }, 'everyone who signs up add'],
  [
    'update',
    { command: 'update', using: 'true', with_check: STAFF },
    'everyone who signs up change',
  ],
  ['delete', { command: 'delete', roles: ['anon'], using: '(true)' }, 'everyone delete'],
  ['all', { command: 'all', roles: ['public'], using: 'true' }, 'everyone add, change and delete'],
  ['or true', { command: 'delete', using: `(${STAFF} OR true)` }, 'everyone who signs up delete'],
])('SEC-8: an open policy for %s is a finding', ([, fields, words]) => {
  const { problems } = judgeTable(guard({ policies: [policy({ name: 'Open', ...fields })] }));
  expect(problems).toEqual([`The policy “Open” lets ${words} any row.`]);
});

test('SEC-8: public reads, and writes by the server only, are no finding', () => {
  expect(
    judgeTable(
      guard({
        policies: [
          policy({ roles: ['anon'], using: 'true' }),
          policy({ command: 'all', roles: ['service_role'], using: 'true', with_check: 'true' }),
        ],
      }),
    ).problems,
  ).toEqual([]);
});

test('SEC-8: an unexpected write grant of visitors is a finding, the known ones are not', () => {
  const writing = (table_name: string, anon: string[]) =>
    judgeTable(guard({ table_name, grants: { anon } })).problems;
  expect(writing('public.case_studies', ['INSERT', 'SELECT', 'UPDATE'])).toEqual([
    'Visitors have a grant they should not have: INSERT and UPDATE.',
  ]);
  expect(writing('public.security_events', ['INSERT'])).toEqual([]);
  expect(writing('public.security_events', ['INSERT', 'DELETE'])).toHaveLength(1);
  expect(writing('storage.objects', ALL)).toEqual([]);
});
