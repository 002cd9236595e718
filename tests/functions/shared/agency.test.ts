import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openAgency } from '../../../supabase/functions/_shared/agency.ts';
import { createCallerClient } from '../../../supabase/functions/_shared/clients.ts';
import { AGENCY } from '../../../supabase/functions/_shared/contracts/agency.ts';
import { letter } from '../../../supabase/functions/_shared/letter.ts';

const settings = {
  ...{ url: 'http://127.0.0.1:9', publicUrl: 'http://127.0.0.1:9' },
  publishableKeys: ['public-key'] as const,
  secretKeys: ['secret-key'] as const,
};
const published = { name: 'North Pier', postalAddress: [{ text: 'Pier 5' }, { text: 'Bergen' }] };

beforeEach(() => {
  // supabase-js requires a WebSocket, Node 20 has none, and these tests open none.
  vi.stubGlobal('WebSocket', vi.fn());
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function answering(...answers: (() => Response)[]) {
  const fetch = vi.fn<(url: string) => Promise<Response>>(async () =>
    (answers.shift() ?? (() => Response.error()))(),
  );
  vi.stubGlobal('fetch', fetch);
  const logError = vi.fn();
  return { fetch, logError, read: openAgency(createCallerClient(settings, null), logError) };
}

test('mails show the facts that staff have published, and those of brand/ for the rest', async () => {
  const { read, fetch, logError } = answering(() => Response.json([{ texts: published }]));
  const agency = await read();
  expect(agency).toEqual({
    name: 'North Pier',
    email: AGENCY.email,
    postalAddress: ['Pier 5', 'Bergen'],
  });
  expect(letter(['Hello'], agency).text).toContain(`-- \nPier 5\nBergen\n${AGENCY.email}`);
  await read();
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(String(fetch.mock.calls[0]?.[0])).toContain('page=eq.site');
  expect(logError).not.toHaveBeenCalled();
});

test('facts that cannot be read are those known last, and are asked for again', async () => {
  const { read, logError } = answering(
    () => Response.json({ message: 'down' }, { status: 400 }),
    () => Response.json([{ texts: published }]),
    () => Response.json([{ texts: { name: 5 } }]),
  );
  expect(await read()).toEqual(AGENCY);
  expect((await read()).name).toBe('North Pier');
  vi.advanceTimersByTime(61_000);
  expect((await read()).name).toBe('North Pier');
  expect(logError).toHaveBeenCalledTimes(2);
});
