import { expect, test } from 'vitest';
import type { Sql } from '../../../scripts/lib/local/shared-connection.ts';
import { shareConnection } from '../../../scripts/lib/local/shared-connection.ts';

/** A driver that answers in its own time, and notes what it was sent. */
function connect() {
  const sent: string[] = [];
  async function send(text: string) {
    await new Promise(setImmediate);
    sent.push(text);
    if (text.includes('broken')) throw new Error('broken');
    return { rows: [{ text }] };
  }
  const driver: Sql = { query: send, exec: send };
  return { sent, driver, runRequest: shareConnection(driver) };
}

const setting = (name: string) => `SELECT set_config('${name}', $1, true)`;

test('the settings of a transaction are sent with its first query', async () => {
  const { sent, driver, runRequest } = connect();
  await runRequest(async () => {
    await driver.query('BEGIN');
    await driver.query(setting('role'), ['anon']);
    await driver.query(setting('request.headers'), ["it's $1 and $&"]);
    await driver.query('SET LOCAL ROLE "anon"');
    expect((await driver.query('select 1')).rows).toEqual([{ text: 'select 1' }]);
    await driver.query('COMMIT');
  });
  expect(sent).toEqual([
    "BEGIN; SELECT set_config('role', 'anon', true); " +
      `SELECT set_config('request.headers', 'it''s $1 and $&', true); SET LOCAL ROLE "anon"`,
    'select 1',
    'COMMIT',
  ]);
});

test('other requests wait until a transaction has ended', async () => {
  const { sent, driver, runRequest } = connect();
  const request = (name: string) =>
    runRequest(async () => {
      await driver.query('BEGIN');
      await driver.query(setting('role'), [name]);
      await driver.query(`select of ${name}`);
      await driver.query('COMMIT');
    });
  await Promise.all([request('one'), request('two'), driver.query('alone'), driver.exec('script')]);
  expect(sent.map((text) => text.split('; ').at(-1))).toEqual([
    ...["SELECT set_config('role', 'one', true)", 'select of one', 'COMMIT'],
    ...["SELECT set_config('role', 'two', true)", 'select of two', 'COMMIT'],
    ...['alone', 'script'],
  ]);
});

test('a failed transaction is rolled back and leaves the connection to others', async () => {
  const { sent, driver, runRequest } = connect();
  await runRequest(async () => {
    await driver.query('BEGIN');
    await driver.query(setting('role'), ['broken']);
    await expect(driver.query('select 1')).rejects.toThrow('broken');
    await driver.query('ROLLBACK');
  });
  await driver.query('next');
  expect(sent.slice(1)).toEqual(['ROLLBACK', 'next']);
});

test('a commit that fails keeps the connection until the rollback', async () => {
  const { sent, driver, runRequest } = connect();
  const failed = runRequest(async () => {
    await driver.query('BEGIN');
    await driver.query(setting('role'), ['broken']);
    await expect(driver.query('COMMIT')).rejects.toThrow('broken');
    await driver.query('ROLLBACK');
  });
  await Promise.all([failed, driver.query('other')]);
  expect(sent.slice(1)).toEqual(['ROLLBACK', 'other']);
});
