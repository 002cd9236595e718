import os from 'node:os';

/** The machine, for figures of speed. */
export function describeMachine(): string {
  const [{ model } = { model: 'unknown processor' }] = os.cpus();
  const memory = Math.round(os.totalmem() / 2 ** 30);
  return (
    `${os.availableParallelism()} × ${model.trim()}, ${memory} GB, ${os.type()} ${os.release()}, ` +
    `Node ${process.versions.node}`
  );
}

/** @returns such as `2026-11-27 14:57 UTC` */
export const describeTime = (time: Date) =>
  `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
