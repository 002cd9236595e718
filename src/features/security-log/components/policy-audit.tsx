import { Alert } from '@/components/ui/alert';
import { Badge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { QueryView, type QueryLike } from '@/components/ui/query-view';
import { Skeleton } from '@/components/ui/skeleton';
import { judgeTable, type TableGuard, type TableVerdict } from '../audit';

const SKELETON_ROWS = 6;
const FRAME = 'divide-y divide-line rounded-control border border-line bg-raised';

export type PolicyAuditProps = { query: QueryLike<TableGuard[]> };

/** The policies and grants of each table in sentences, read from the database. */
export function PolicyAudit({ query }: PolicyAuditProps) {
  return (
    <QueryView
      query={query}
      errorTitle="Failed to audit security policies"
      pending={<AuditSkeleton />}
      empty={
        <EmptyState
          headingLevel={3}
          title="No tables found"
          description="The migrations have not been applied. Apply them, then check again."
        />
      }
    >
      {(guards) => <Audit guards={guards} />}
    </QueryView>
  );
}

function Audit({ guards }: { guards: TableGuard[] }) {
  const tables = guards
    .map((guard) => ({ guard, verdict: judgeTable(guard) }))
    // What needs attention comes first.
    .sort((a, b) => b.verdict.problems.length - a.verdict.problems.length);
  const unprotected = tables.filter(({ verdict }) => verdict.problems.length > 0).length;
  return (
    <>
      <Alert
        kind={unprotected === 0 ? 'success' : 'danger'}
        title={
          unprotected === 0
            ? `All ${tables.length} tables are protected.`
            : `${unprotected} of ${tables.length} tables ${unprotected === 1 ? 'needs' : 'need'} attention.`
        }
      />
      <ul className={`mt-6 ${FRAME}`}>
        {tables.map(({ guard, verdict }) => (
          <GuardedTable key={guard.table_name} guard={guard} verdict={verdict} />
        ))}
      </ul>
    </>
  );
}

function GuardedTable({ guard, verdict }: { guard: TableGuard; verdict: TableVerdict }) {
  const isProtected = verdict.problems.length === 0;
  return (
    <li className="grid gap-x-8 gap-y-2 px-5 py-4 desktop:grid-cols-[17rem_minmax(0,1fr)_auto]">
      <h3 className="sans-heading text-base">{guard.table_name.replace(/^public\./, '')}</h3>
      <div className="min-w-0">
        <ul className="grid gap-0.5 text-base">
          {verdict.problems.map((problem) => (
            <li key={problem} className="font-medium text-danger">
              {problem}
            </li>
          ))}
          {verdict.sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <Policies guard={guard} />
      </div>
      <div className="order-first desktop:order-none">
        <Badge tone={isProtected ? 'success' : 'danger'}>
          {isProtected ? 'Protected' : 'Needs attention'}
        </Badge>
      </div>
    </li>
  );
}

function Policies({ guard: { table_name, policies, grants } }: { guard: TableGuard }) {
  return (
    <details className="mt-1">
      <summary className="w-fit cursor-pointer rounded-control py-1 text-small text-muted hover:text-ink">
        {policies.length === 1 ? '1 policy' : `${policies.length} policies`} and the grants
        <span className="sr-only"> of {table_name}</span>
      </summary>
      <dl className="mt-2 grid gap-3 text-small">
        {policies.map(({ name, command, roles, using, with_check }) => (
          <div key={name}>
            <dt className="font-medium">{name}</dt>
            <dd className="text-muted">
              {command} for {roles.join(', ')}
              {using !== null && <Expression word="using" text={using} />}
              {with_check !== null && <Expression word="with check" text={with_check} />}
            </dd>
          </div>
        ))}
        {Object.entries(grants).map(([role, privileges]) => (
          <div key={role}>
            <dt className="font-medium">Grants of {role}</dt>
            <dd className="text-muted">{privileges.join(', ').toLowerCase()}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Expression({ word, text }: { word: string; text: string }) {
  return (
    <code className="mt-1 block rounded-control bg-sunken px-2 py-1 whitespace-pre-wrap">
      {word} {text}
    </code>
  );
}

function AuditSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Auditing security policies...</span>
      <Skeleton className="h-13 w-full" />
      <div className={`mt-6 ${FRAME}`}>
        {Array.from({ length: SKELETON_ROWS }, (_, row) => (
          <div
            key={row}
            className="grid gap-x-8 gap-y-2 px-5 py-4 desktop:grid-cols-[17rem_minmax(0,1fr)_6rem]"
          >
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-12 w-full max-w-measure" />
            <Skeleton className="h-6 w-20" />
          </div>
        ))}
      </div>
    </div>
  );
}
