import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { POSTS_PAGE_SIZE } from '@contracts/blog';
import { POST_WORDS_PER_MINUTE } from '@contracts/words/reading-time';
import { CSRF_TOKEN_BYTES } from '@contracts/enquiry-fields';
import { VARIANT_WIDTHS } from '@contracts/file-name';
import { UPLOAD_CACHE_SECONDS, UPLOAD_MAX_BYTES } from '@contracts/upload';
import { INITIAL_METRIC_ROWS } from '@/features/case-studies/fields';
import {
  PROGRESS_HELD_AT,
  PROGRESS_RESET_MS,
  PROGRESS_STEP,
  PROGRESS_STEP_MS,
} from '@/features/media/upload-progress';
import * as limits from '@/lib/constants';
import * as images from '@/lib/images/constants';
import { citationsIn, sentencesIn } from '../../../scripts/lib/checks/acceptance.ts';
import { root } from '../../../scripts/lib/install.mjs';

const read = (path: string) => readFileSync(root + path, 'utf8');
const sentences = new Map(
  sentencesIn(read('docs/acceptance.md')).map(({ number, text }) => [number, text]),
);
const numbersIn = (sentence: string) =>
  (sentence.match(/(?<!R-|\d)\d[\d,]*/g) ?? []).map((number) => Number(number.replaceAll(',', '')));

/** A number that no constant is: the test of the screen or module that counts it. */
const unit = (name: string) => `tests/unit/${name}.test.ts`;
const screen = (name: string) => `tests/components/${name}.test.tsx`;
const seconds = (milliseconds: number) => milliseconds / 1000;
const { low, medium, high } = images.IMAGE_PRESETS;

/** Every number of section 9 in the order of its sentence: what the product has there. */
const CONSTANTS: Readonly<Record<string, readonly (number | string)[]>> = {
  'CONST-1': [
    limits.TOAST_DURATION_MS,
    limits.TOAST_ADMIN_DURATION_MS,
    limits.TOAST_SWIPE_THRESHOLD_PX,
    unit('notifications'),
    limits.TOAST_REMOVAL_DELAY_MS,
  ],
  'CONST-2': [limits.BOUNDARY_RETRIES, limits.BOUNDARY_BACKOFF_BASE_MS],
  'CONST-3': [
    limits.ERROR_HISTORY_LIMIT,
    seconds(limits.ERROR_RATE_WINDOW_MS),
    limits.ERROR_RATE_THRESHOLD,
  ],
  'CONST-4': [
    limits.OFFLINE_QUEUE_LIMIT,
    limits.OFFLINE_QUEUE_RETRIES,
    limits.OFFLINE_QUEUE_PAUSE_MS,
  ],
  'CONST-5': [
    limits.SECURITY_LATEST_COUNT,
    limits.SECURITY_PER_USER_COUNT,
    limits.SECURITY_METRICS_DAYS,
  ],
  'CONST-6': [
    UPLOAD_MAX_BYTES / 1024 / 1024,
    1024,
    1024,
    UPLOAD_CACHE_SECONDS,
    PROGRESS_STEP,
    PROGRESS_STEP_MS,
    PROGRESS_HELD_AT,
    seconds(PROGRESS_RESET_MS),
    seconds(limits.REFRESH_DELAY_MS),
  ],
  'CONST-7': [
    limits.FOOTER_SERVICES_COUNT,
    screen('case-studies/public-grid'),
    screen('case-studies/public-pages'),
    screen('case-studies/public-grid'),
    limits.ABOUT_KEY_SERVICES_COUNT,
    limits.CONTACT_KEY_SERVICES_COUNT,
    INITIAL_METRIC_ROWS,
  ],
  'CONST-8': [
    POST_WORDS_PER_MINUTE,
    POSTS_PAGE_SIZE,
    unit('posts/model'),
    screen('posts/post-page'),
    screen('posts/post-page'),
    limits.POST_IMAGE_MAX_HEIGHT_PX,
    unit('case-studies/mock'),
  ],
  'CONST-9': [limits.CLOUD_COUNT, limits.UFO_CHANCE * 100],
  'CONST-10': [limits.HASH_SCROLL_DELAY_MS],
  'QUERY-1': [limits.QUERY_STALE_MS / 60_000],
  'PROJAPI-13': [limits.SERVICE_TIMEOUT_MS],
  'PROJAPI-14': [limits.SERVICE_RETRIES],
  'GERR-9': [seconds(limits.CRITICAL_REPORT_INTERVAL_MS)],
  'GERR-10': [limits.LONG_TASK_MS],
  'IMG-2': [images.PRELOAD_BATCH_MAX],
  'IMG-3': [seconds(images.PRELOAD_TIMEOUT_MS)],
  'IMG-4': [images.PRELOAD_RETRIES],
  'IMG-5': [images.PRELOAD_CONCURRENCY_FAST, images.PRELOAD_CONCURRENCY],
  'IMG-6': [images.PRELOAD_CATEGORY_COUNT],
  'IMG-8': VARIANT_WIDTHS,
  'IMG-9': [low.quality, low.width],
  'IMG-10': [medium.quality, medium.width],
  'IMG-11': [high.quality, high.width],
  'CONTACT-21': [CSRF_TOKEN_BYTES, CSRF_TOKEN_BYTES * 2],
};

test.for(Object.entries(CONSTANTS))('%s has the numbers of its sentence', ([number, values]) => {
  const specified = numbersIn(sentences.get(number) ?? '');
  expect(specified).not.toEqual([]);
  expect(
    values.map((value, place) => (typeof value === 'number' ? value : specified[place])),
  ).toEqual(specified);
  for (const path of values.filter((value) => typeof value === 'string')) {
    expect([...citationsIn(read(path))], path).toContain(number);
  }
});
