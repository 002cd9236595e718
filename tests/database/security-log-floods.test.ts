import { beforeAll, expect, test } from 'vitest';
import { askSecurityLog } from '../support/log-questions';

const MEMBER = 'aaaaaaaa-0000-4000-8000-000000000001';

let answers: Awaited<ReturnType<typeof askSecurityLog>>;
beforeAll(async () => {
  answers = await askSecurityLog();
});

test('events caused by visitors do not displace events of another kind', () => {
  expect(answers.kept).toEqual({
    'Of the server, first': 1,
    'Of an account': 1,
    'Grave, of a visitor': 1,
    Noise: 2000,
    Provoked: 2000,
    'The first of a minute': 1,
  });
});

test('the Auth hook permits every attempt, also when it cannot log', () => {
  const goOn = { decision: 'continue' };
  expect(answers.answers).toEqual({ right: goOn, wrong: goOn, broken: goOn, nothing: goOn });
});

test('a wrong password logs the account, a right one logs nothing', () => {
  expect(answers.afterOne).toEqual([
    {
      ...{ severity: 'medium', origin: 'server', description: 'Sign-in failed' },
      ...{ metadata: { is_member: true, failures: 1 }, user_id: MEMBER },
    },
  ]);
});

test('attempts at other accounts do not suppress those at staff, which are limited too', () => {
  expect(answers.ofOthers).toBeGreaterThanOrEqual(30);
  // A minute may end in between.
  expect(answers.ofOthers).toBeLessThanOrEqual(60);
  expect(answers.ofMember.length).toBeGreaterThanOrEqual(9);
  expect(answers.ofMember.length).toBeLessThanOrEqual(16);
  expect(answers.ofMember.at(-1)).toMatchObject({ severity: 'high' });
});

test('R-54, SEC-9: the fourth failure of any address is high, those before are medium', () => {
  expect(answers.repeated).toEqual(['medium', 'medium', 'medium', 'high']);
  expect(answers.ofMember.slice(0, 4).map(({ severity }) => severity)).toEqual(answers.repeated);
});

test('an unknown email is stored as a keyed hash', () => {
  const [known, unknown, again, broken, noText] = answers.typed;
  expect(known).toMatchObject({ user_id: MEMBER });
  expect(unknown).toMatchObject({ user_id: null, severity: 'medium' });
  expect(unknown?.metadata.address_hash).toMatch(/^[0-9a-f]{64}$/);
  expect(again?.metadata).toEqual(unknown?.metadata);
  expect(broken?.metadata).not.toEqual(unknown?.metadata);
  expect(noText).toMatchObject({ user_id: null });
  expect(JSON.stringify(answers.typed).toLowerCase()).not.toContain('body');
});
