import { LONG_TASK_MS } from './constants';
import { reportError } from './error-reporting';

/** Records every task of more than two seconds, also one from before this call. */
export function watchLongTasks() {
  if (!PerformanceObserver.supportedEntryTypes.includes('longtask')) return;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      if (duration <= LONG_TASK_MS) continue;
      const message = `The page did not answer for ${Math.round(duration)} ms`;
      reportError(message, { severity: 'low', category: 'ui', context: 'long task' });
    }
  });
  observer.observe({ type: 'longtask', buffered: true });
}
