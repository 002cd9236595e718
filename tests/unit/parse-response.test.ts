import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { logSecurityEvent } from '@/lib/security-log';

vi.mock('@/lib/security-log');

const SENTENCE = 'Failed to load the places';
const placeSchema = z.object({ kind: z.enum(['study', 'post']), at: z.object({ x: z.number() }) });

async function open() {
  vi.resetModules();
  vi.stubGlobal('window', { location: { pathname: '/admin/images' } });
  const { getErrorHistory } = await import('@/lib/error-reporting');
  return { ...(await import('@/lib/parse-response')), last: () => getErrorHistory().at(-1) };
}

beforeEach(() => vi.mocked(logSecurityEvent).mockReset());

test('an answer of the expected shape is returned, and nothing is reported', async () => {
  const { parseResponse, last } = await open();
  const answer = { kind: 'post', at: { x: 1 } };
  expect(parseResponse(placeSchema, answer, SENTENCE)).toEqual(answer);
  expect(last()).toBeUndefined();
});

test('another shape is an error with a sentence, and a report with the paths that reaches the log', async () => {
  const { parseResponse, last } = await open();
  const answer = { kind: 'secret words', at: { x: 'secret' } };
  expect(() => parseResponse(placeSchema, answer, SENTENCE)).toThrow(
    expect.objectContaining({
      message: 'Failed to load the places: the answer could not be read',
      code: 'unreadable_answer',
      kind: 'unexpected',
    }),
  );
  expect(last()).toMatchObject({
    message: 'Failed to load the places: the answer could not be read',
    severity: 'high',
    category: 'data',
    context: 'kind invalid_value, at.x invalid_type',
  });
  await vi.waitFor(() => expect(logSecurityEvent).toHaveBeenCalledOnce());
  const [event] = vi.mocked(logSecurityEvent).mock.calls[0] ?? [];
  expect(event).toMatchObject({
    severity: 'high',
    metadata: { context: 'kind invalid_value, at.x invalid_type', path: '/admin/images' },
  });
  expect(JSON.stringify(event)).not.toContain('secret');
});

test('an answer that is no object at all is reported as a whole', async () => {
  const { parseResponse, last } = await open();
  expect(() => parseResponse(placeSchema, null, SENTENCE)).toThrow(SENTENCE);
  expect(last()?.context).toBe('(whole answer) invalid_type');
});

test('a row that cannot be read is left out and counted until the list is whole again', async () => {
  const { parseRows, getMissingEntries, last } = await open();
  const good = { id: 1, kind: 'study', at: { x: 1 } };
  const bad = { ...good, id: 2, kind: 'page' };
  expect(parseRows(placeSchema, [good, bad, bad], SENTENCE)).toEqual([good]);
  expect([...getMissingEntries()]).toEqual([[SENTENCE, 2]]);
  expect(last()?.context).toBe('kind invalid_value');
  expect(parseRows(placeSchema, [good], SENTENCE)).toEqual([good]);
  expect(getMissingEntries().size).toBe(0);
});
