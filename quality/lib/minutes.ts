import { parseArgs } from 'node:util';

/** How long chaos and load last. A shorter run is told as a part. */
export const MINUTES = 10;

/** The option `--minutes` of a script that has no other. */
export function readMinutes(): number {
  const { values } = parseArgs({ options: { minutes: { type: 'string' } } });
  const minutes = Number(values.minutes ?? MINUTES);
  if (!(minutes > 0)) throw new Error('--minutes takes a number above 0.');
  return minutes;
}
