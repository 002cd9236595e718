// Work after the response.

// Exists on hosted functions only. They stop work after the response unless it is passed to waitUntil.
declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;

export type Afterwards = (work: () => Promise<unknown>) => void;

export function createAfterwards(logError: (error: unknown) => void): Afterwards {
  return (work) => {
    const done = Promise.resolve().then(work).catch(logError);
    if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(done);
  };
}
