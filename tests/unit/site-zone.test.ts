import { afterEach, expect, test, vi } from 'vitest';

// Dates that visitors read are in the zone of the agency, whatever that of the build or of the device is.

afterEach(() => {
  vi.unstubAllEnvs();
  vi.doUnmock('@brand/offices');
  vi.resetModules();
});

/** @param texts the zone of the answering office as staff have written it; of brand/ is Lisbon */
async function datesIn(device: string, texts: string | null) {
  vi.stubEnv('TZ', device);
  vi.doMock('@brand/offices', () => ({
    offices: [
      { id: 'first', timeZone: 'Asia/Tokyo' },
      ...(texts === null ? [] : [{ id: 'second', timeZone: texts }]),
    ],
    answeringOffice: { id: 'second', city: 'Lisbon', zone: 'Europe/Lisbon' },
  }));
  vi.resetModules();
  const { formatPostDate, postDateParts } = await import('@/features/posts/model');
  const { toConfirmations } = await import('@/features/case-studies/confirmations');
  return {
    post: (at: string) => [formatPostDate(at), postDateParts(at).day, postDateParts(at).year],
    confirmed: (at: string) => toConfirmations({ quote: { by: 'Ada', at } })?.quote?.month,
  };
}

const devices = ['Pacific/Auckland', 'America/St_Johns'];
/** Half past eight in the evening in New York. */
const EVENING = '2026-11-22T01:30:00+00:00';
const NEW_YEAR = '2027-01-01T00:30:00+00:00';

test.for(devices)(
  'on a device in %s, a date is that of the office that answers',
  async (device) => {
    const { post, confirmed } = await datesIn(device, 'America/New_York');
    const [date, day, year] = post(EVENING);
    // Their order is that of the agency's locale.
    expect(date).toMatch(/\bNov 21, 2026$|^21 Nov\S* 2026$/);
    expect(day).toMatch(/^Nov 21$|^21 Nov\S*$/);
    expect(year).toBe('2026');
    expect(post(NEW_YEAR)[2]).toBe('2026');
    expect(confirmed(NEW_YEAR)).toMatch(/^December 2026$/);
  },
);

test.for(devices)('on a device in %s, an office east of it has the next day', async (device) => {
  const { post, confirmed } = await datesIn(device, 'Europe/Skopje');
  expect(post(EVENING)[1]).toMatch(/^Nov 22$|^22 Nov\S*$/);
  expect(post(NEW_YEAR)[2]).toBe('2027');
  expect(confirmed(NEW_YEAR)).toBe('January 2027');
});

test.for([
  ['a label without a zone of its own', 'CET'],
  ['an office that staff have removed', null],
] as const)('%s leaves the zone of brand/', async ([, texts]) => {
  const { post } = await datesIn('Pacific/Auckland', texts);
  expect(post('2026-07-21T23:30:00Z')[1]).toMatch(/^Jul 22$|^22 Jul\S*$/);
  expect(post('2026-07-21T22:30:00Z')[1]).toMatch(/^Jul 21$|^21 Jul\S*$/);
});
