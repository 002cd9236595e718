import { expect, test } from 'vitest';
import { walkAccounts } from '../support/account-walk';

test('R-01: no order of five steps gives an attacker the rights of a member', async () => {
  const { findings, ...counts } = await walkAccounts({ steps: 5 });
  console.info(counts);
  expect(findings).toEqual([]);
  expect(counts.sequences).toBeGreaterThan(1_000_000);
}, 3_600_000);
