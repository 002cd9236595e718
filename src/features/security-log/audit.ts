import { z } from 'zod';

const policySchema = z.object({
  name: z.string(),
  command: z.enum(['select', 'insert', 'update', 'delete', 'all']),
  roles: z.array(z.string()),
  using: z.string().nullable(),
  with_check: z.string().nullable(),
});

/** One row of audit_security_policies(). */
export const tableGuardSchema = z.object({
  table_name: z.string(),
  rls_enabled: z.boolean(),
  policies: z.array(policySchema),
  grants: z.record(z.string(), z.array(z.string())),
});

export type TableGuard = z.infer<typeof tableGuardSchema>;
export type TablePolicy = z.infer<typeof policySchema>;
type Command = 'select' | 'insert' | 'update' | 'delete';
type Audience = 'anon' | 'authenticated';

export type TableVerdict = {
  /** Who can do what, one sentence per audience. */
  sentences: string[];
  /** Empty when the table is protected. */
  problems: string[];
};

const COMMANDS: readonly Command[] = ['select', 'insert', 'update', 'delete'];
const VERBS: Record<Command, string> = {
  select: 'read',
  insert: 'add',
  update: 'change',
  delete: 'delete',
};

/**
 * Expected grants of visitors other than SELECT. Visitors report security events; on storage.objects
 * Supabase grants everything to every role and relies on policies.
 */
const KNOWN_VISITOR_WRITES: Record<string, readonly string[]> = {
  'public.security_events': ['INSERT'],
  'storage.objects': ['INSERT', 'UPDATE', 'DELETE'],
};

/** Describes a table's policies and grants in sentences and lists their problems. */
export function judgeTable(guard: TableGuard): TableVerdict {
  return { sentences: describe(guard), problems: findProblems(guard) };
}

function findProblems({ table_name, rls_enabled, policies, grants }: TableGuard): string[] {
  const problems: string[] = [];
  if (!rls_enabled) {
    problems.push('Row-level security is off: every role with a grant reaches every row.');
  }
  for (const policy of policies) {
    const who = audienceOf(policy);
    const verbs = who === null ? [] : openWrites(policy).map((command) => VERBS[command]);
    if (verbs.length > 0) {
      problems.push(`The policy “${policy.name}” lets ${who} ${list(verbs)} any row.`);
    }
  }
  const known = KNOWN_VISITOR_WRITES[table_name] ?? [];
  const unknown = (grants.anon ?? []).filter(
    (privilege) => privilege !== 'SELECT' && !known.includes(privilege),
  );
  if (unknown.length > 0) {
    problems.push(`Visitors have a grant they should not have: ${list(unknown)}.`);
  }
  return problems;
}

function audienceOf({ roles }: TablePolicy): string | null {
  if (roles.includes('anon') || roles.includes('public')) return 'everyone';
  return roles.includes('authenticated') ? 'everyone who signs up' : null;
}

/** The writes a policy allows without a condition. */
function openWrites({ command, using, with_check }: TablePolicy): Command[] {
  const commands: readonly Command[] = command === 'all' ? COMMANDS : [command];
  return commands.filter((candidate) => {
    if (candidate === 'select') return false;
    // Postgres checks new rows by `using` if the policy has no `with check`.
    return isTrue(candidate === 'insert' ? (with_check ?? using) : using);
  });
}

function isTrue(expression: string | null): boolean {
  return expression !== null && /^\(*true\)*$|\bor \(*true\b/i.test(expression.trim());
}

function describe(guard: TableGuard): string[] {
  if (!guard.rls_enabled) return describeByGrants(guard);
  const visitors = abilities(guard, 'anon');
  const signedUp = abilities(guard, 'authenticated');
  const staff = verbsOf(guard, (policy) => usesHelper(policy, 'is_staff')).map((verb) =>
    verb === VERBS.select && staffReadOwnOnly(guard) ? `${verb} their own rows` : verb,
  );
  const owners = verbsOf(guard, (policy) => usesHelper(policy, 'is_owner'));
  const sentences: string[] = [];
  if (visitors !== null) sentences.push(`Visitors can ${visitors}`);
  if (signedUp !== visitors) {
    sentences.push(`People who signed up can ${signedUp ?? 'do nothing here'}`);
  }
  const isClosed = visitors === null && signedUp === null;
  if (staff.length > 0) {
    sentences.push(`${isClosed ? 'Only staff' : 'Staff'} can ${list(staff)}`);
  }
  const ownersOnly = owners.filter((verb) => !staff.includes(verb));
  if (ownersOnly.length > 0) {
    const isOwnersTable = isClosed && staff.length === 0;
    sentences.push(`${isOwnersTable ? 'Only owners' : 'Owners'} can ${list(ownersOnly)}`);
  }
  return sentences.length > 0 ? sentences : ['Only the server’s own functions have access'];
}

function describeByGrants({ grants }: TableGuard): string[] {
  const sentences = [
    { who: 'Visitors', held: grants.anon },
    { who: 'People who signed up', held: grants.authenticated },
  ].flatMap(({ who, held = [] }) => {
    const verbs = COMMANDS.filter((command) => held.includes(command.toUpperCase()));
    return verbs.length === 0
      ? []
      : [`${who} can ${list(verbs.map((command) => VERBS[command]))} every row`];
  });
  return sentences.length > 0 ? sentences : ['No role has a grant'];
}

/** What an audience may do without a staff role, as words after 'can'; null for nothing. */
function abilities(guard: TableGuard, audience: Audience): string | null {
  const open = (command: Command) =>
    effective(guard, audience, command).map(withoutStaff).filter(isForAnyone);
  const reading = open('select');
  const writes = COMMANDS.filter((command) => command !== 'select' && open(command).length > 0).map(
    (command) => VERBS[command],
  );
  if (reading.length === 0) {
    return writes.length === 0 ? null : `${list(writes)} rows but read none`;
  }
  const rows = rowsOf(reading.map((policy) => nameOfVisitors(guard, policy)));
  return writes.length === 0 ? `read ${rows}` : `read ${rows}, and ${list(writes)} some`;
}

const isOwn = (condition: string) => /auth\.uid|caller_id/.test(condition);

function rowsOf(policies: readonly TablePolicy[]): string {
  const conditions = policies.map(({ using }) => using ?? '');
  if (conditions.some(isTrue)) return 'every row';
  if (
    conditions.every((condition) => /'published'|public_from|is_published|is_live/.test(condition))
  ) {
    return 'published rows only';
  }
  if (conditions.every(isOwn)) {
    return 'their own rows only';
  }
  return `some rows (${list(policies.map(({ name }) => `“${name}”`))})`;
}

/** The policies for a command and an audience; none without the grant. */
function effective(guard: TableGuard, audience: Audience, command: Command): TablePolicy[] {
  if (!guard.grants[audience]?.includes(command.toUpperCase())) return [];
  return guard.policies.filter(
    (policy) =>
      (policy.command === command || policy.command === 'all') &&
      (policy.roles.includes(audience) || policy.roles.includes('public')),
  );
}

function verbsOf(guard: TableGuard, counts: (policy: TablePolicy) => boolean): string[] {
  return COMMANDS.filter((command) => effective(guard, 'authenticated', command).some(counts)).map(
    (command) => VERBS[command],
  );
}

function usesHelper({ using, with_check }: TablePolicy, helper: 'is_staff' | 'is_owner'): boolean {
  return `${using} ${with_check}`.includes(`${helper}(`);
}

function staffReadOwnOnly(guard: TableGuard): boolean {
  return effective(guard, 'authenticated', 'select')
    .filter((policy) => usesHelper(policy, 'is_staff'))
    .every(({ using }) => isOwn(using ?? ''));
}

function isForAnyone(policy: TablePolicy): boolean {
  return !/private\.(is_staff|is_owner|staff_role)\(/.test(`${policy.using} ${policy.with_check}`);
}

/** What a policy of the form 'staff, or rows that …' allows to the others. */
function withoutStaff(policy: TablePolicy): TablePolicy {
  const using = policy.using?.replace(/\( SELECT private\.is_(?:staff|owner)\(\) AS \w+\) OR /, '');
  return { ...policy, using: using ?? null };
}

/** A policy under the name of the one that gives visitors the same rows, so that both read alike. */
function nameOfVisitors(guard: TableGuard, policy: TablePolicy): TablePolicy {
  const condition = (using: string | null) => using?.replace(/[()]/g, '');
  const twin = effective(guard, 'anon', policy.command === 'all' ? 'select' : policy.command).find(
    (other) => condition(other.using) === condition(policy.using),
  );
  return twin ?? policy;
}

function list(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
