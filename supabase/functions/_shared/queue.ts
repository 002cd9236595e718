// Limits concurrent work, so that a burst does not occupy the whole database. First come, first served.

/** At most `concurrency` tasks run at a time; the others wait. */
export function createQueue(concurrency: number) {
  const waiting: (() => void)[] = [];
  let free = concurrency;

  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await task();
    } finally {
      const startNext = waiting.shift();
      if (startNext) startNext();
      else free += 1;
    }
  };
}
