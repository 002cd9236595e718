import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { DeployState } from '@contracts/deploys';
import { differenceInMinutes, format } from 'date-fns';
import { isSiteLive, progressOf } from '@/features/deploys/progress';
import { deployQueries } from '@/features/deploys/queries';
import { leftToDo } from '@brand/left-to-do';
import { cookiePolicy } from '@/content/legal-cookie';
import { privacyPolicy } from '@/content/legal-privacy';
import { termsOfService } from '@/content/legal-terms';
import { retryMail } from '@/features/enquiries/staff-api';
import { confirmLegalReview, getSiteHealth } from '@/features/health/api';
import {
  judgeBucket,
  judgeAccountMails,
  judgeEnquiryCheck,
  judgeJobs,
  judgeLegalText,
  judgeLinks,
  judgeMails,
  judgeReports,
  judgeOwners,
  judgeSchema,
  judgeUnknownAddresses,
} from '@/features/health/judgements';
import type { SiteHealth } from '@/features/health/site-health';
import { leftOutCheck } from '@/features/health/left-out';
import { reachGroup } from '@/features/health/reach';
import { errorRateCheck, queueCheck } from '@/features/health/tab-checks';
import type { HealthCheck, HealthGroup, Verdict } from '@/features/health/verdict';
import { usesOf, type StorageImage } from '@/features/media/model';
import { imageQueries } from '@/features/media/queries';
import { judgeTable } from '@/features/security-log/audit';
import { securityQueries } from '@/features/security-log/queries';
import { useSession } from '@/features/session/use-session';
import { paths } from '@/lib/paths';

const legalTexts = { privacy: privacyPolicy, terms: termsOfService, cookie: cookiePolicy };
const SITE_HEALTH_KEY = ['site-health'] as const;

/** All health checks, grouped by part of the site. */
export function useHealthGroups(): readonly HealthGroup[] {
  const client = useQueryClient();
  const isOwner = useSession().role === 'owner';
  const database = (name: string, judge: (health: SiteHealth) => Verdict): HealthCheck => ({
    key: name,
    name,
    run: async () => judge(await askDatabase(client)),
  });
  return [
    reachGroup,
    {
      name: 'Safety',
      checks: [
        { key: 'policies', name: 'Permissions', run: () => judgePolicies(client) },
        database('Limits of the picture store', judgeBucket),
        database('Blocked content', judgeReports),
        // For owners only, because it shows emails of members; the database enforces it.
        ...(isOwner
          ? [database('Second factor', (health) => judgeOwners(health, paths.adminPeople))]
          : []),
      ],
    },
    {
      name: 'Content and mail',
      checks: [
        database('Emails', (health) => judgeMails(health, () => retryMails(client))),
        database('Emails of accounts', judgeAccountMails),
        database('Sending an enquiry', judgeEnquiryCheck),
        database('Links and pictures', judgeLinks),
        database('Unknown addresses', (health) =>
          judgeUnknownAddresses(health, paths.adminRedirects),
        ),
        { key: 'alt texts', name: 'Pictures without text', run: () => judgeAltTexts(client) },
        { key: 'unused', name: 'Pictures without use', run: () => judgeUnused(client) },
      ],
    },
    ...(leftToDo.length > 0 ? [adoptionGroup()] : []),
    { name: 'Legal texts', checks: legalChecks(client, isOwner) },
    { name: 'This browser', checks: [queueCheck, errorRateCheck] },
    {
      name: 'Version',
      checks: [
        { key: 'app', name: 'Site', run: describeApp },
        database('Database', (health) => judgeSchema(health, __BUILD__.schema)),
        database('Scheduled jobs', judgeJobs),
        { key: 'deploys', name: 'Builds after publishing', run: () => judgeDeploys(client) },
        leftOutCheck,
      ],
    },
  ];
}

function adoptionGroup(): HealthGroup {
  return {
    name: 'Your own site',
    checks: leftToDo.map(({ name, message, advice }) => ({
      key: `left to do ${name}`,
      name,
      run: () => ({
        isGood: false,
        message,
        advice: `${advice} Then delete its entry in brand/left-to-do.ts.`,
      }),
    })),
  };
}

function legalChecks(client: QueryClient, isOwner: boolean): HealthCheck[] {
  return Object.entries(legalTexts).map(([id, text]) => {
    async function confirm() {
      await confirmLegalReview(id, text.updated);
      await client.invalidateQueries({ queryKey: SITE_HEALTH_KEY });
    }
    return {
      // The verdict depends on the role: only owners may confirm.
      key: `legal ${id} ${isOwner ? 'owner' : 'editor'}`,
      name: text.title,
      run: async () =>
        judgeLegalText(await askDatabase(client), id, text, isOwner ? confirm : undefined),
    };
  });
}

async function retryMails(client: QueryClient): Promise<void> {
  await retryMail(null);
  await client.invalidateQueries({ queryKey: SITE_HEALTH_KEY });
}

/** One request for all checks that need the database. */
function askDatabase(client: QueryClient): Promise<SiteHealth> {
  return client.fetchQuery({
    queryKey: SITE_HEALTH_KEY,
    queryFn: ({ signal }) => getSiteHealth(signal),
    staleTime: 1000,
    retry: false,
  });
}

async function judgePolicies(client: QueryClient): Promise<Verdict> {
  const guards = await client.fetchQuery({ ...securityQueries.audit(), staleTime: 0 });
  const weak = guards.filter((guard) => judgeTable(guard).problems.length > 0);
  if (weak.length === 0 && guards.length > 0) {
    return { isGood: true, message: `All ${guards.length} tables are protected` };
  }
  return {
    isGood: false,
    message:
      guards.length === 0
        ? 'The database returned no tables'
        : `${weak.map(({ table_name }) => table_name).join(', ')}: not protected`,
    advice: 'Owners see the problems of each table on the security screen.',
    link: { label: 'Open the audit', to: `${paths.adminSecurity}?view=policies` },
  };
}

const listImages = (client: QueryClient) =>
  client.fetchQuery({ ...imageQueries.list(), staleTime: 1000 });

async function judgeAltTexts(client: QueryClient): Promise<Verdict> {
  const images = await listImages(client);
  const without = images.filter(({ record }) => !record?.altText.trim());
  if (without.length === 0)
    return { isGood: true, message: `All ${countOf(images)} have alt text` };
  return {
    isGood: false,
    message: `${without.length} of ${countOf(images)} have no alt text`,
    advice: 'Describe what the picture shows, in a sentence.',
    link: { label: 'Show them', to: `${paths.adminImages}?show=no-text` },
  };
}

async function judgeUnused(client: QueryClient): Promise<Verdict> {
  const [images, uses] = await Promise.all([
    listImages(client),
    client.fetchQuery(imageQueries.usage()),
  ]);
  const unused = images.filter((image) => usesOf(uses, image).length === 0);
  if (unused.length === 0) return { isGood: true, message: `All ${countOf(images)} are in use` };
  return {
    isGood: false,
    message: `${unused.length} of ${countOf(images)} are not used`,
    advice: 'Delete those that are not needed any more.',
    link: { label: 'Show them', to: `${paths.adminImages}?show=unused` },
  };
}

function countOf(images: readonly StorageImage[]): string {
  return images.length === 1 ? '1 picture' : `${images.length} pictures`;
}

function describeApp(): Verdict {
  const { version, commit, builtAt } = __BUILD__;
  const built = format(builtAt, "MMM d, yyyy 'at' HH:mm");
  return {
    isGood: true,
    message: `${version}${commit === null ? '' : `, commit ${commit}`}, built ${built}`,
  };
}

async function judgeDeploys(client: QueryClient): Promise<Verdict> {
  const { state, builtAt } = await client.fetchQuery({ ...deployQueries.status(), staleTime: 0 });
  const { isConfigured, problem, pending, lastCall, builder } = state;
  if (problem !== null) {
    return { isGood: false, message: problem, advice: 'Set the function secret again.' };
  }
  if (!isConfigured) {
    return { isGood: true, message: 'No deploy hook is set: the site is built by hand' };
  }
  const stuck = builder?.builds === null ? 'The builder does not answer' : stuckSince(builder);
  if (stuck !== null) {
    return {
      isGood: false,
      message: stuck,
      advice: 'See on its machine whether npm run builder runs, and its log.',
    };
  }
  if (pending > 0 && lastCall?.outcome === 'failed') {
    return {
      isGood: false,
      message: `${pending} ${pending === 1 ? 'change waits' : 'changes wait'}: ${lastCall.reason ?? 'the host refused the call'}`,
      advice:
        'The next save tries again. If it fails too, renew the hook at the host and set DEPLOY_HOOK_URL.',
    };
  }
  const progress = progressOf(state, isSiteLive(state, builtAt), Date.now());
  if (progress.phase === 'late') {
    return {
      isGood: false,
      message: `The build requested ${progress.minutes} minutes ago has not reached the site`,
      advice: 'See its log at the host. The next publishing requests another build.',
    };
  }
  const last = lastCall && format(lastCall.requestedAt, 'MMM d, HH:mm');
  const live = builtAt === null ? '' : `; the site was built ${format(builtAt, 'MMM d, HH:mm')}`;
  return {
    isGood: true,
    message: `${pending === 0 ? 'No pending changes' : `${pending} pending`}${last ? `, last called ${last}` : ', never called yet'}${live}`,
  };
}

const STUCK_MINUTES = 15;

function stuckSince(builder: DeployState['builder']): string | null {
  const newest = builder?.builds?.[0];
  if (newest?.outcome !== 'running') return null;
  const minutes = differenceInMinutes(Date.now(), newest.startedAt);
  return minutes < STUCK_MINUTES ? null : `A build has been running for ${minutes} minutes`;
}
