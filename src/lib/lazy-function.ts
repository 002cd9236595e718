/** A function in a chunk of its own. */
export type LazyFunction<Loaded> = {
  /** Undefined until `load` has finished. */
  get: () => Loaded | undefined;
  load: () => Promise<Loaded>;
};

export function lazyFunction<Loaded extends (...args: never[]) => unknown>(
  download: () => Promise<Loaded>,
): LazyFunction<Loaded> {
  let loaded: Loaded | undefined;
  return {
    get: () => loaded,
    load: async () => (loaded ??= await download()),
  };
}
