import { expect, test } from 'vitest';
import type { Walks } from '../support/account-walk';
import { askDatabase } from '../support/migrated-database';

test('R-01: no order of five steps gives an attacker the rights of a member', async () => {
  const { findings, ...counts } = await askDatabase<Walks>('account-walk', { steps: 5 });
  console.info(counts);
  expect(findings).toEqual([]);
  expect(counts.sequences).toBeGreaterThan(1_000_000);
}, 3_600_000);
