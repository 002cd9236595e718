import { fetchBuildReport, type BuildReport } from '@/lib/build-report';
import type { HealthCheck, Verdict } from './verdict';

const SHOWN = 3;

export const leftOutCheck: HealthCheck = {
  key: 'left out',
  name: 'Content of the build',
  run: async (signal) => {
    const report = await fetchBuildReport(signal);
    return report === null
      ? { isGood: true, message: 'This site has no prerendered pages' }
      : judge(report);
  },
  adviceOnFailure: 'Check your connection. If it works, build and publish the site again.',
};

function judge({ count, leftOut }: BuildReport): Verdict {
  if (count === 0) return { isGood: true, message: 'The last build left out nothing' };
  const named = leftOut.slice(0, SHOWN).map(({ what, why }) => `${what}: ${why}`);
  const more = count > SHOWN ? ` And ${count - SHOWN} more, named in /build.json.` : '';
  return {
    isGood: false,
    message: `${count} ${count === 1 ? 'item was' : 'items were'} left out. ${named.join('; ')}.${more}`,
    advice: 'Open each item and save it again, or choose another picture. Then build the site.',
  };
}
