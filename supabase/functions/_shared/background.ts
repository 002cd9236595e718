// Work that goes on after the answer.

// Present on hosted functions, where work after the reply is cut off unless announced.
declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;

export type Afterwards = (work: () => Promise<unknown>) => void;

export function createAfterwards(logError: (error: unknown) => void): Afterwards {
  return (work) => {
    const done = work().catch(logError);
    if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(done);
  };
}
