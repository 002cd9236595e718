// Limits concurrent work, so that a burst does not occupy the whole database. First come, first served.

export type InLine = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** At most `places` works run at a time; the others wait. */
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
