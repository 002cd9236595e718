import { differenceInMinutes, format } from 'date-fns';
import { UPLOAD_IMAGE_TYPES, UPLOAD_MAX_BYTES } from '@contracts/upload';
import type { SiteHealth } from './site-health';
import { legalNotice, type LegalDocument } from '@/content/legal';
import { parseTimestamp } from '@/lib/dates';
import { editPath } from '@/lib/paths';
import type { Verdict } from './verdict';

export function judgeBucket({ bucket }: SiteHealth): Verdict {
  const advice =
    'Apply the migrations again (npx supabase db push): they give the bucket the limits of the upload.';
  if (!bucket) return { isGood: false, message: 'There is no bucket for pictures', advice };
  const types = Object.keys(UPLOAD_IMAGE_TYPES).sort();
  const differences = [
    !bucket.public && 'visitors cannot fetch pictures',
    bucket.file_size_limit !== UPLOAD_MAX_BYTES && 'another size is allowed',
    String(bucket.allowed_mime_types?.toSorted()) !== String(types) && 'other types are allowed',
  ].filter((difference) => difference !== false);
  if (differences.length > 0) {
    return { isGood: false, message: `Wrong settings: ${differences.join(', ')}`, advice };
  }
  const megabytes = UPLOAD_MAX_BYTES / 1024 / 1024;
  return {
    isGood: true,
    message: `${megabytes} MB and ${types.length} types, the same as the upload allows`,
  };
}

export function judgeSchema({ schema_version: found }: SiteHealth, expected: string): Verdict {
  if (found === null) {
    return {
      isGood: false,
      message: 'The database has no list of applied migrations',
      advice: 'Apply the migrations with npx supabase db push, which keeps the list.',
    };
  }
  if (found === expected)
    return { isGood: true, message: `${found}, which this version was built for` };
  return found < expected
    ? {
        isGood: false,
        message: `${found}, but this version was built for ${expected}`,
        advice: 'Apply the migrations: npx supabase db push.',
      }
    : {
        isGood: false,
        message: `${found} is newer than ${expected}, which this version was built for`,
        advice: 'Build and publish the site again from the same commit as the migrations.',
      };
}

/** @param retry sends them again */
export function judgeMails(
  { failed_mails: failed = [] }: SiteHealth,
  retry: () => Promise<void>,
): Verdict {
  if (failed.length === 0) return { isGood: true, message: 'Every email that was due is sent' };
  const count = failed.reduce((sum, { mails }) => sum + mails, 0);
  const reasons = failed.map(
    ({ kind, error, mails }) => `${mails} × ${kind.replaceAll('-', ' ')}: ${error}`,
  );
  return {
    isGood: false,
    message: `${count} ${count === 1 ? 'email has' : 'emails have'} failed. ${reasons.join('; ')}`,
    advice:
      "Each is tried eight times within two days. When the cause is fixed, press 'Try again'. Emails that are no longer needed are not sent.",
    action: { label: 'Try again', run: retry },
  };
}

/** Of Auth, unless the project has another one. */
const ACCOUNT_MAILS_PER_HOUR = 30;

export function judgeAccountMails({ account_mails: mails = 0 }: SiteHealth): Verdict {
  if (mails < ACCOUNT_MAILS_PER_HOUR) {
    return {
      isGood: true,
      message: `${mails} in the last hour, of the ${ACCOUNT_MAILS_PER_HOUR} that Auth sends by default`,
    };
  }
  return {
    isGood: false,
    message: `${mails} or more in the last hour. Auth sends ${ACCOUNT_MAILS_PER_HOUR} by default and refuses the next: links to sign up or to reset a password do not arrive`,
    advice:
      'If members did not ask for so many, someone requests mails for addresses of others: see Security. If they did, a developer raises the limit in the Supabase dashboard, under Authentication, Rate Limits.',
  };
}

/** The check runs every hour. */
const CHECK_MINUTES_MAX = 130;

export function judgeEnquiryCheck(
  { enquiry_check: check, jobs }: SiteHealth,
  now = Date.now(),
): Verdict {
  const advice =
    'Send an enquiry by the contact form yourself. If it fails too, a developer reads the log of the function send-contact-email in the Supabase dashboard.';
  if (check?.problem) {
    return { isGood: false, message: `The last check failed: ${check.problem}`, advice };
  }
  if (!check?.checked_at) {
    return {
      isGood: true,
      message: 'Not checked yet: a scheduled job sends an enquiry every hour',
    };
  }
  const checkedAt = parseTimestamp(check.checked_at);
  if (jobs && differenceInMinutes(now, checkedAt) > CHECK_MINUTES_MAX) {
    return {
      isGood: false,
      message: `Not checked since ${format(checkedAt, 'd MMM, HH:mm')}`,
      advice,
    };
  }
  return {
    isGood: true,
    message: `The last check was taken at ${format(checkedAt, 'd MMM, HH:mm')}, and deleted`,
  };
}

export function judgeLinks({ dead_links: dead = [], links_checked_at: at }: SiteHealth): Verdict {
  if (dead.length === 0) {
    return {
      isGood: true,
      message: at
        ? `No dead link or picture; the last link was asked for at ${format(parseTimestamp(at), 'd MMM, HH:mm')}`
        : 'No picture is missing. No link was asked for yet: a scheduled job does that once a day',
    };
  }
  return {
    isGood: false,
    message: `${dead.length} ${dead.length === 1 ? 'link or picture is' : 'links and pictures are'} dead`,
    advice:
      'Each link is asked for once a day. A page that its host calls gone is named at once, others after two days without an answer.',
    places: dead.map(({ what, problem, title, kind, id }) => ({
      text: `${title}: ${what} ${problem}`,
      label: 'Edit here',
      to: editPath(kind, id),
    })),
  };
}

/** @param to the page that lists them */
export function judgeUnknownAddresses(
  { unknown_addresses: count = 0 }: SiteHealth,
  to: string,
): Verdict {
  if (count === 0) {
    return {
      isGood: true,
      message: 'No address without a page was asked for on three days or more',
    };
  }
  return {
    isGood: false,
    message: `Visitors asked for ${count} ${count === 1 ? 'address' : 'addresses'} without a page on three days or more`,
    advice: 'Make a redirect of each that had a page, and dismiss the others.',
    link: { label: 'Open Redirects', to },
  };
}

/** Of a job whose call reached the function. */
export const FUNCTION_FAILED =
  'The function itself failed: its log in the Supabase dashboard (Edge Functions) says why.';

/** A job of every minute that has not run for so long is not run any more. */
const JOB_MINUTES_MAX = 10;

export function judgeJobs({ jobs }: SiteHealth, now = Date.now()): Verdict {
  if (!jobs) {
    return {
      isGood: true,
      message:
        'The database has no scheduler (pg_cron): what is due is done with the next visit, save or build',
    };
  }
  const hasBroken = jobs.some(({ problem, status }) => problem === null && (status ?? 0) >= 500);
  const advice = hasBroken
    ? FUNCTION_FAILED
    : 'A developer follows docs/deployment.md#5-scheduled-jobs: it says which secrets the jobs need and how to create them again.';
  if (jobs.length === 0) return { isGood: false, message: 'No job is scheduled', advice };
  const problems = jobs.flatMap((job) => {
    const problem = problemOf(job, now);
    return problem === null ? [] : [`${job.name} ${problem}`];
  });
  if (problems.length > 0) return { isGood: false, message: problems.join('; '), advice };
  const calls = jobs.flatMap(({ name, called_at, status }) =>
    called_at === null
      ? []
      : [
          `${name} was last needed at ${format(parseTimestamp(called_at), 'd MMM, HH:mm')}` +
            (status ? ` and got the answer ${status}` : ''),
        ],
  );
  return {
    isGood: true,
    message: [`${jobs.length} jobs run; the next is due within a minute`, ...calls].join('; '),
  };
}

function problemOf(
  { schedule, ran_at, problem, status }: NonNullable<SiteHealth['jobs']>[number],
  now: number,
): string | null {
  if (problem !== null) return `failed: ${problem}`;
  if (status && status >= 400) return `was answered with ${status}`;
  if (schedule !== '* * * * *') return null;
  if (ran_at === null) return 'has not run for a day';
  const minutes = differenceInMinutes(now, parseTimestamp(ran_at));
  return minutes > JOB_MINUTES_MAX ? `has not run for ${minutes} minutes` : null;
}

/** An error on our side is reported often; browser extensions and forged requests cause single reports. */
const REPORTS_TO_ACT_ON = 10;

/** Any visitor can send CSP reports, so only frequent ones count. */
export function judgeReports({ csp_reports: kinds }: SiteHealth): Verdict {
  const frequent = kinds.filter(({ reports }) => reports >= REPORTS_TO_ACT_ON);
  if (frequent.length === 0) {
    const message =
      kinds.length === 0
        ? 'Browsers reported nothing in the last 7 days'
        : 'Single reports in the last 7 days, none often enough to act on';
    return { isGood: true, message };
  }
  const named = frequent.map(
    ({ directive, blocked, path, reports }) =>
      `${blocked} (${directive}) on ${path}, ${reports.toLocaleString('en')} times`,
  );
  return {
    isGood: false,
    message: `Browsers often blocked in the last 7 days: ${named.join('; ')}`,
    advice:
      'Open that page and see whether something is missing. If it is meant to be there, a developer allows it; if it is not, find out who added it. Reports can be invented, so look before you act.',
  };
}

export function judgeOwners({ owners_without_factor: owners }: SiteHealth, to: string): Verdict {
  if (!owners) {
    return {
      isGood: false,
      message: 'The database cannot tell who has a second factor',
      advice: 'Apply the migrations: npx supabase db push.',
    };
  }
  // Also empty if the Auth service offers no second factor.
  if (owners.length === 0) {
    return { isGood: true, message: 'Every owner who can have a second factor has one' };
  }
  return {
    isGood: false,
    message: `${owners.join(', ')}: no second factor yet`,
    advice:
      'They are asked for an authenticator app when they sign in; who has no account yet signs up first. Remove those who no longer need to be owners.',
    link: { label: 'Open People', to },
  };
}

/** @param confirm records the review; undefined for callers who may not */
export function judgeLegalText(
  { legal_reviews: reviews = [] }: SiteHealth,
  id: string,
  { updated }: LegalDocument,
  confirm: (() => Promise<void>) | undefined,
): Verdict {
  const isReviewed = reviews.some((review) => review.document === id && review.updated === updated);
  if (isReviewed)
    return { isGood: true, message: `The text of ${updated} was reviewed by counsel` };
  return {
    isGood: false,
    message: legalNotice.title,
    advice: confirm
      ? `${legalNotice.text} Press 'Mark as reviewed' after that.`
      : `${legalNotice.text} An owner confirms that here.`,
    ...(confirm && { action: { label: 'Mark as reviewed', run: confirm } }),
  };
}
