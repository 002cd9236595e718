import { readdir, rm } from 'node:fs/promises';
import { root } from '../../../scripts/lib/install.mjs';

const CARDS = `${root}node_modules/.cache/social-cards`;

/** Removes the social cards of generated studies from the cache afterwards. */
export async function withoutKeptCards<Result>(act: () => Promise<Result>): Promise<Result> {
  const before = new Set(await listCards());
  try {
    return await act();
  } finally {
    const drawn = (await listCards()).filter((card) => !before.has(card));
    await Promise.all(drawn.map((card) => rm(`${CARDS}/${card}`, { force: true })));
  }
}

const listCards = () => readdir(CARDS).catch(() => []);
