import { useRef, useState, type Ref } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Lock, RotateCw, X } from 'lucide-react';
import { AdminPage } from '@/components/layout/admin-page';
import { usePeople } from '@/components/people/people-context';
import { Button, ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Tabs } from '@/components/ui/tabs';
import { TextLink } from '@/components/ui/text-link';
import { site } from '@/content/site';
import { AuditTrailList } from '@/features/security-log/components/audit-trail-list';
import { EventDetailsDialog } from '@/features/security-log/components/event-details-dialog';
import { EventFilterBar } from '@/features/security-log/components/event-filter-bar';
import { EventList } from '@/features/security-log/components/event-list';
import { MetricsPanel } from '@/features/security-log/components/metrics-panel';
import { PolicyAudit } from '@/features/security-log/components/policy-audit';
import { eventFilters, securityView, trailFilters } from '@/features/security-log/filters';
import type { LoggedEvent, RepeatedEvent } from '@/features/security-log/model';
import { securityQueries } from '@/features/security-log/queries';
import { useSession } from '@/features/session/use-session';
import { useSearchFilters } from '@/hooks/use-search-filters';
import { SECURITY_LATEST_COUNT, SECURITY_PER_USER_COUNT } from '@/lib/constants';
import { paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';

export function SecurityPage() {
  useDocumentMeta({ title: `Security · ${site.name}`, description: '', noindex: true });
  const { role } = useSession();
  return role === 'owner' ? <SecurityScreen /> : <OwnersOnly />;
}

function OwnersOnly() {
  return (
    <AdminPage title="Security">
      <EmptyState
        icon={<Lock aria-hidden="true" />}
        title="Only owners read the security log"
        description="It contains sign-ins and refused requests. If you need something from it, ask an owner."
        action={<ButtonLink to={paths.adminImages}>Back to the dashboard</ButtonLink>}
      />
    </AdminPage>
  );
}

function SecurityScreen() {
  const { filters, setFilters } = useSearchFilters(securityView);
  const client = useQueryClient();
  const [isRefreshing, setIsRefreshing] = useState(false);

  async function handleRefresh() {
    setIsRefreshing(true);
    await client.invalidateQueries({ queryKey: securityQueries.all });
    setIsRefreshing(false);
  }

  return (
    <AdminPage
      title="Security"
      description={
        <>
          Sign-ins, refused requests and errors of the last 90 days, and the changes that staff
          made. For the state of the site see <TextLink to={paths.adminHealth}>Health</TextLink>.
        </>
      }
      actions={
        <Button
          isPending={isRefreshing}
          icon={<RotateCw aria-hidden="true" />}
          onClick={() => void handleRefresh()}
        >
          Refresh
        </Button>
      }
    >
      <Tabs
        label="Security"
        value={filters.view}
        onValueChange={(view) => setFilters({ view })}
        items={[
          { value: 'events', label: 'Events', content: <Events /> },
          { value: 'trail', label: 'Audit trail', content: <Trail /> },
          { value: 'policies', label: 'Permissions', content: <Policies /> },
        ]}
      />
    </AdminPage>
  );
}

function Trail() {
  const { filters, hrefOf, setFilters } = useSearchFilters(trailFilters);
  const trail = useQuery(securityQueries.trail(filters));
  const actions = useQuery(securityQueries.trailActions());
  return (
    <>
      <h2 className="sr-only">Audit trail</h2>
      <AuditTrailList
        query={trail}
        actions={actions.data ?? []}
        action={filters.action}
        isUpdating={trail.isPlaceholderData}
        onPickAction={(action) => setFilters({ action })}
        hrefToPage={(page) => hrefOf({ ...filters, page })}
      />
    </>
  );
}

function Events() {
  const { filters, isFiltered, hrefOf, setFilters } = useSearchFilters(eventFilters);
  const events = useQuery(securityQueries.events(filters));
  const metrics = useQuery(securityQueries.metrics());
  const [opened, setOpened] = useState<RepeatedEvent | null>(null);
  const nameOf = useNames(events.data, filters.user);
  const heading = useRef<HTMLHeadingElement>(null);

  function pickUser(user: string | undefined) {
    setFilters({ user });
    // The pressed button is removed.
    heading.current?.focus();
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <MetricsPanel
        query={metrics}
        isSuspicious={filters.only === 'suspicious'}
        hrefTo={(only) => hrefOf({ ...filters, only })}
      />
      <section aria-labelledby="events-title">
        <EventsHeading
          name={filters.user === undefined ? null : nameOf(filters.user)}
          listed={events.isPlaceholderData ? undefined : events.data?.length}
          headingRef={heading}
          onEveryone={() => pickUser(undefined)}
        />
        <EventFilterBar
          filters={filters}
          onChange={(changes) => setFilters(changes, { replace: true })}
        />
        <div className="mt-5" aria-busy={events.isPlaceholderData}>
          <EventList
            query={events}
            isFiltered={isFiltered}
            nameOf={nameOf}
            onOpen={setOpened}
            onPickUser={filters.user === undefined ? pickUser : undefined}
          />
        </div>
      </section>
      <EventDetailsDialog events={opened} nameOf={nameOf} onClose={() => setOpened(null)} />
    </div>
  );
}

type EventsHeadingProps = {
  /** The account whose events are listed; null for all accounts. */
  name: string | null;
  /** Number of events below; undefined while it loads. */
  listed: number | undefined;
  headingRef: Ref<HTMLHeadingElement>;
  onEveryone: () => void;
};

function EventsHeading({ name, listed, headingRef, onEveryone }: EventsHeadingProps) {
  const limit = name === null ? SECURITY_LATEST_COUNT : SECURITY_PER_USER_COUNT;
  return (
    <div className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <h2 id="events-title" ref={headingRef} tabIndex={-1} className="min-w-0 sans-heading text-h4">
        {name === null ? 'The latest events' : `The latest events of ${name}`}
      </h2>
      <p role="status" className="me-auto text-small text-muted tabular-figures">
        {listed !== undefined && (listed === limit ? `the last ${limit}` : `${listed} in 90 days`)}
      </p>
      {name !== null && (
        <Button size="small" icon={<X aria-hidden="true" />} onClick={onEveryone}>
          Show everyone
        </Button>
      )}
    </div>
  );
}

/** Returns name and email of an account; the start of its id while loading or if the account was deleted. */
function useNames(events: readonly LoggedEvent[] = [], user?: string): (userId: string) => string {
  const ids = new Set(events.flatMap(({ userId }) => userId ?? []));
  if (user !== undefined) ids.add(user);
  const people = useQuery(securityQueries.people([...ids].sort()));
  const { personOfAccount } = usePeople();
  return (userId) => {
    const email = people.data?.[userId] ?? `Account ${userId.slice(0, 8)}`;
    const name = personOfAccount(userId)?.name;
    return name ? `${name} (${email})` : email;
  };
}

function Policies() {
  const audit = useQuery(securityQueries.audit());
  return (
    <>
      <h2 className="sr-only">Permissions</h2>
      <PolicyAudit query={audit} />
    </>
  );
}
