import { expect, test } from 'vitest';
import { presetFor, widthsFor } from '@/lib/images/connection';
import { IMAGE_PRESETS } from '@/lib/images/constants';
import { IMAGE_WIDTHS } from '../../../scripts/lib/brand/images.ts';

test.each([
  ['saveData', 'low'],
  ['slow', 'low'],
  ['medium', 'medium'],
  ['fast', 'high'],
] as const)('IMG-18: %s gets the preset %s', (connection, preset) => {
  expect(presetFor(connection)).toBe(IMAGE_PRESETS[preset]);
});

test.each([
  ['saveData', [320]],
  ['slow', [320]],
  ['medium', [320, 640]],
  ['fast', [320, 640, 960, 1280, 1920]],
] as const)('IMG-18: %s is offered the widths %j', (connection, expected) => {
  expect(widthsFor(connection, IMAGE_WIDTHS)).toEqual(expected);
});

test('IMG-18: a picture with no file as small as the preset offers its smallest', () => {
  expect(widthsFor('slow', [640, 960])).toEqual([640]);
});
