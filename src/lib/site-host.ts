const FIRST_ASK_MS = 2000;
const SLOWEST_ASK_MS = 30_000;
const ANSWER_MS = 5000;

/** Whether the host the site itself comes from answers; the backend is another one. */
export async function isHostThere(): Promise<boolean> {
  try {
    const response = await fetch('/', {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return response.status < 500;
  } catch {
    return false;
  }
}

/** Calls back once the host answers again, and never where it does already. Returns how to stop. */
export function onHostBack(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let wait = FIRST_ASK_MS;

  function askLater() {
    timer = setTimeout(() => void ask().then((isBack) => isBack && listener()), wait);
    wait = Math.min(wait * 2, SLOWEST_ASK_MS);
  }

  async function ask(): Promise<boolean> {
    const isThere = await isHostThere();
    if (isStopped) return false;
    if (!isThere) askLater();
    return isThere;
  }

  void ask();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
