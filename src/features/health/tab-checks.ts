import { ERROR_RATE_THRESHOLD } from '@/lib/constants';
import { errorRate, getErrorHistory } from '@/lib/error-reporting';
import { readQueue } from '@/lib/offline-queue';
import type { HealthCheck } from './verdict';

export const queueCheck: HealthCheck = {
  key: 'queue',
  name: 'Waiting on this device',
  run: async () => {
    const items = await readQueue();
    const stuck = items.filter(({ state }) => state !== 'waiting').length;
    if (items.length === 0) return { isGood: true, message: 'Nothing waits to be sent' };
    return {
      isGood: false,
      message: `${items.length} ${items.length === 1 ? 'message waits' : 'messages wait'}${stuck > 0 ? `, ${stuck} need your decision` : ''}`,
      advice:
        stuck > 0
          ? 'Open the bar at the bottom of the page: it lists each of them with the possible actions.'
          : 'They are sent when the backend answers again. Leave this browser open until then.',
    };
  },
};

export const errorRateCheck: HealthCheck = {
  key: 'error rate',
  name: 'Errors in this tab',
  run: () => {
    const rate = errorRate();
    const total = getErrorHistory().length;
    const message = `${rate} in the last minute, ${total} since the page was loaded`;
    if (rate <= ERROR_RATE_THRESHOLD) return { isGood: true, message };
    return {
      isGood: false,
      message,
      advice: 'Reload the page. If they come back, see the latest errors in the security log.',
    };
  },
};
