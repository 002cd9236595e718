import { useState } from 'react';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { AdminPage } from '@/components/layout/admin-page';
import { Button } from '@/components/ui/button';
import { site } from '@/content/site';
import { BuildHistory } from '@/features/deploys/build-history';
import { HealthGroups } from '@/features/health/components/health-groups';
import { HealthSummary } from '@/features/health/components/health-summary';
import { MailTest } from '@/features/health/components/mail-test';
import { useSession } from '@/features/session/use-session';
import { useDocumentMeta } from '@/lib/seo';
import { useHealthGroups } from './health-checks';

const HEALTH_KEY = ['health'] as const;

export function HealthPage() {
  const { role } = useSession();
  const client = useQueryClient();
  const groups = useHealthGroups();
  const checks = groups.flatMap((group) => group.checks);
  const results = useQueries({
    queries: checks.map(({ key, run }) => ({
      queryKey: [...HEALTH_KEY, key],
      queryFn: ({ signal }: { signal: AbortSignal }) => run(signal),
      staleTime: 0,
      gcTime: 0,
      retry: false,
    })),
  });
  const lines = checks.flatMap((check, place) => {
    const result = results[place];
    return result ? { check, result } : [];
  });
  const [isRefreshing, setIsRefreshing] = useState(false);
  useDocumentMeta({ title: `Health · ${site.name}`, description: '', noindex: true });

  async function handleRefresh() {
    setIsRefreshing(true);
    await client.invalidateQueries({ queryKey: HEALTH_KEY });
    setIsRefreshing(false);
  }

  return (
    <AdminPage
      title="Health"
      description="The state of each part of the site, and what to do when something fails."
      actions={
        <Button
          isPending={isRefreshing}
          icon={<RotateCw aria-hidden="true" />}
          onClick={() => void handleRefresh()}
        >
          Check everything
        </Button>
      }
    >
      <HealthSummary lines={lines} />
      <HealthGroups
        groups={groups.map((group) => ({
          name: group.name,
          lines: lines.filter(({ check }) => group.checks.includes(check)),
        }))}
      />
      <BuildHistory />
      {role === 'owner' && <MailTest />}
    </AdminPage>
  );
}
