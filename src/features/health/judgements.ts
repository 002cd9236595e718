import { UPLOAD_IMAGE_TYPES, UPLOAD_MAX_BYTES } from '@contracts/upload';
import type { SiteHealth } from './api';
import type { Verdict } from './verdict';

export function judgeBucket({ bucket }: SiteHealth): Verdict {
  const advice =
    'Apply the migrations again (npx supabase db push): they set the bucket as the upload checks files.';
  if (!bucket) return { isGood: false, says: 'There is no bucket for pictures', advice };
  const types = Object.keys(UPLOAD_IMAGE_TYPES).sort();
  const differences = [
    !bucket.public && 'visitors cannot fetch pictures',
    bucket.file_size_limit !== UPLOAD_MAX_BYTES && 'another size is allowed',
    String(bucket.allowed_mime_types?.toSorted()) !== String(types) && 'other types are allowed',
  ].filter((difference) => difference !== false);
  if (differences.length > 0) {
    return { isGood: false, says: `Not as it should be: ${differences.join(', ')}`, advice };
  }
  const megabytes = UPLOAD_MAX_BYTES / 1024 / 1024;
  return {
    isGood: true,
    says: `${megabytes} MB and ${types.length} types, as the upload checks them`,
  };
}

export function judgeSchema({ schema_version: found }: SiteHealth, expected: string): Verdict {
  if (found === null) {
    return {
      isGood: false,
      says: 'The database does not say which migrations it has',
      advice: 'Apply the migrations with npx supabase db push, which keeps the list.',
    };
  }
  if (found === expected)
    return { isGood: true, says: `${found}, which this version was built for` };
  return found < expected
    ? {
        isGood: false,
        says: `${found}, but this version was built for ${expected}`,
        advice: 'Apply the migrations: npx supabase db push.',
      }
    : {
        isGood: false,
        says: `${found} is newer than ${expected}, which this version was built for`,
        advice: 'Build and publish the site anew from the same commit as the migrations.',
      };
}

export function judgeEnquiries({ failed_enquiries: failed }: SiteHealth, to: string): Verdict {
  if (failed === 0) return { isGood: true, says: 'Every mail about an enquiry went out' };
  return {
    isGood: false,
    says: `${failed} ${failed === 1 ? 'enquiry' : 'enquiries'} with a mail that failed`,
    advice: 'They are kept. See why below each of them, then have the mail sent again.',
    link: { label: 'Open the enquiries', to },
  };
}

/** A mistake on our side meets every visitor; single reports come from odd browsers, or from nowhere. */
const REPORTS_TO_ACT_ON = 10;

/** Anyone may send such reports: few of them say nothing. */
export function judgeReports({ csp_reports: kinds }: SiteHealth): Verdict {
  const frequent = kinds.filter(({ reports }) => reports >= REPORTS_TO_ACT_ON);
  if (frequent.length === 0) {
    const says =
      kinds.length === 0
        ? 'Browsers reported nothing in the last 7 days'
        : 'Single reports in the last 7 days, none often enough to act on';
    return { isGood: true, says };
  }
  const named = frequent.map(
    ({ directive, blocked, path, reports }) =>
      `${blocked} (${directive}) on ${path}, ${reports.toLocaleString('en')} times`,
  );
  return {
    isGood: false,
    says: `Browsers often blocked in the last 7 days: ${named.join('; ')}`,
    advice:
      'Open that page and see whether something is missing. If it is meant to be there, a developer allows it; if it is not, find out who added it. Reports can be invented, so look before you act.',
  };
}

export function judgeOwners({ owners_without_factor: owners }: SiteHealth, to: string): Verdict {
  if (!owners) {
    return {
      isGood: false,
      says: 'The database does not say who has a second factor',
      advice: 'Apply the migrations: npx supabase db push.',
    };
  }
  // Also where the Auth service has no second factor.
  if (owners.length === 0) {
    return { isGood: true, says: 'Every owner who can have a second factor has one' };
  }
  return {
    isGood: false,
    says: `${owners.join(', ')}: ${owners.length === 1 ? 'signs' : 'sign'} in by a password alone`,
    advice:
      'They are asked for an authenticator app when they sign in. Remove those who no longer need to be owners.',
    link: { label: 'Open People', to },
  };
}
