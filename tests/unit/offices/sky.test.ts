import { expect, test } from 'vitest';
import { skyOver, sunOver } from '@/features/offices/sky';

const places = {
  brooklyn: { latitude: 40.7, longitude: -74 },
  'los-angeles': { latitude: 34, longitude: -118.2 },
  skopje: { latitude: 42, longitude: 21.4 },
};

// Sunrises, sunsets and noons of an almanac.
test.for([
  ['brooklyn', '2026-06-21T09:25:00Z', 0],
  ['brooklyn', '2026-06-22T00:31:00Z', 0],
  ['brooklyn', '2026-12-21T12:17:00Z', 0],
  ['los-angeles', '2026-12-22T00:48:00Z', 0],
  ['skopje', '2026-06-21T10:37:00Z', 71.4],
  ['skopje', '2026-12-21T10:33:00Z', 24.6],
] as const)('the sun over %s at %s', ([id, at, height]) => {
  expect(Math.abs(sunOver(places[id], new Date(at)).height - height)).toBeLessThan(3);
});

test('the sun is in the east before noon, and at the right of the window in the afternoon', () => {
  const { brooklyn } = places;
  expect(sunOver(brooklyn, new Date('2026-03-20T14:00:00Z')).west).toBeLessThan(0);
  const x = (at: string) => parseInt(skyOver(brooklyn, new Date(at))['--sun-x']);
  expect(x('2026-03-20T13:00:00Z')).toBeLessThan(x('2026-03-20T20:00:00Z'));
});

test.for([
  ['2026-03-20T17:00:00Z', 0, 0],
  ['2026-03-20T05:00:00Z', 1, 0],
] as const)('at %s it is night by %d, and dusk by %d', ([at, night, glow]) => {
  expect(skyOver(places.brooklyn, new Date(at))).toMatchObject({
    '--night': night,
    '--glow': glow,
  });
});

test('at sunset the sky glows before it is night', () => {
  const sky = skyOver(places.brooklyn, new Date('2026-03-20T23:06:00Z'));
  expect(sky['--glow']).toBeGreaterThan(0.7);
  expect(sky['--night']).toBeLessThan(0.3);
});
