// Keeps a burst from taking the whole database: who comes first is served first, a few at a time.

export type InLine = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** `places` tells how much of the work given to one line may run at a time; the rest waits. */
export function createLine(places: number): InLine {
  const line: (() => void)[] = [];
  let free = places;

  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((enter) => line.push(enter));
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else free += 1;
    }
  };
}
