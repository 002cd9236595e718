import { expect, test } from 'vitest';
import { createClouds, hasUfo } from '@/components/clouds/create-clouds';

test('HOME-3, R-28: a seed makes 25 clouds, the same ones every time', () => {
  expect(createClouds(7)).toHaveLength(25);
  expect(createClouds(7)).toEqual(createClouds(7));
  expect(createClouds(7)).not.toEqual(createClouds(8));
});

test('clouds of any seed stay in the sky and cross it in 60 to 120 seconds', () => {
  for (let seed = 0; seed < 40; seed += 1) {
    for (const cloud of createClouds(seed)) {
      expect(cloud.seconds).toBeGreaterThanOrEqual(60);
      expect(cloud.seconds).toBeLessThanOrEqual(120);
      expect(cloud.top).toBeGreaterThanOrEqual(0);
      expect(cloud.top).toBeLessThanOrEqual(80);
      expect(cloud.start).toBeGreaterThanOrEqual(0);
      expect(cloud.start).toBeLessThanOrEqual(1);
      expect(cloud.size).toBeGreaterThan(0);
      expect([0, 1, 2]).toContain(cloud.shape);
    }
  }
});

test('nearer clouds are painted over farther ones and move faster', () => {
  const clouds = createClouds(3);
  const depths = clouds.map(({ depth }) => depth);
  expect(depths).toEqual([...depths].sort((one, other) => one - other));
  const [farthest, nearest] = [clouds[0], clouds.at(-1)];
  expect(nearest?.seconds).toBeLessThan(farthest?.seconds ?? 0);
});

test('clouds are spread over the whole width when the page opens', () => {
  const starts = createClouds(5).map(({ start }) => start);
  for (let fifth = 0; fifth < 5; fifth += 1) {
    const inFifth = starts.filter((start) => start >= fifth / 5 && start < (fifth + 1) / 5);
    expect(inFifth.length, `fifth ${fifth + 1}`).toBeGreaterThan(1);
  }
});

test.each([
  [0, true],
  [0.0999, true],
  [0.1, false],
  [0.9999, false],
])('HOME-4: a random number of %d means UFO: %s', (random, expected) => {
  expect(hasUfo(random)).toBe(expected);
});
