import { AsyncLocalStorage } from 'node:async_hooks';
import type { QueryResultRow } from 'pg';

export type Sql = {
  query: (sql: string, params?: unknown[]) => Promise<{ rows: QueryResultRow[] }>;
  exec: (sql: string) => Promise<unknown>;
};

/**
 * Lets requests use the one connection of the embedded database at the same time.
 *
 * @supabase/lite has no lock for it: statements of a second request would run in the transaction of the first, with its
 * role and claims. Here a transaction has the connection until it ends, and every other statement waits.
 *
 * Up to twelve statements before each query of a request only set its role and claims, and together cost more than the
 * query. They are sent as one.
 *
 * @returns a function that runs what belongs to one request
 */
export function shareConnection(driver: Sql): <Result>(work: () => Result) => Result {
  const requests = new AsyncLocalStorage<symbol>();
  const query = driver.query.bind(driver);
  const exec = driver.exec.bind(driver);
  let transaction: { of: symbol; ended: Promise<void>; end: () => void } | undefined;
  const unsent: string[] = [];

  driver.query = async (text, params = []) => {
    while (isTaken()) await transaction?.ended;
    const request = requests.getStore();
    if (request && text === 'BEGIN') transaction = { of: request, ...openEnd() };
    if (!transaction) return query(text, params);
    const statement = withoutResult(text, params);
    if (!statement) {
      await sendUnsent();
      return query(text, params);
    }
    unsent.push(statement);
    if (text === 'COMMIT') {
      await sendUnsent();
      endTransaction();
    } else if (text === 'ROLLBACK') {
      await sendUnsent().finally(endTransaction);
    }
    return { rows: [] };
  };

  driver.exec = async (text) => {
    while (isTaken()) await transaction?.ended;
    await sendUnsent();
    return exec(text);
  };

  return (work) => requests.run(Symbol('request'), work);

  function isTaken() {
    return transaction !== undefined && transaction.of !== requests.getStore();
  }

  async function sendUnsent() {
    const statements = unsent.splice(0);
    if (statements.length > 0) await exec(statements.join('; '));
  }

  function endTransaction() {
    transaction?.end();
    transaction = undefined;
  }
}

function openEnd() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { ended, end };
}

/** The statement with its parameter in it, if it returns nothing that is read. */
function withoutResult(text: string, [value = '']: unknown[]): string | undefined {
  if (/^(?:BEGIN|COMMIT|ROLLBACK|SET LOCAL .+)$/.test(text)) return text;
  if (!/^SELECT set_config\('[\w.]+', (?:\$1|''), true\)$/.test(text)) return undefined;
  return text.replace('$1', () => `'${String(value).replaceAll("'", "''")}'`);
}
