import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { Clouds, CloudsToggle, PassingCloud } from '@/components/clouds/clouds';
import { setCloudsPaused } from '@/components/clouds/clouds-choice';
import { decideOnUfo, UFO_DELAY_MS } from '@/components/clouds/ufo';

const never = () => 0.5;
const always = () => 0.05;

const clouds = (container: HTMLElement) => container.querySelectorAll('[data-cloud]');
const ufo = (container: HTMLElement) => container.querySelector('[data-ufo] img');
const isPaused = (container: HTMLElement) => container.querySelector('[data-paused]') !== null;

afterEach(() => {
  act(() => setCloudsPaused(false));
  vi.useRealTimers();
});

test('HOME-3, R-28: exactly 25 clouds, hidden from assistive technology', () => {
  const { container } = render(<Clouds random={never} />);
  expect(clouds(container)).toHaveLength(25);
  expect(container.firstElementChild).toHaveAttribute('aria-hidden', 'true');
});

test('a seed gives the same sky in the prerendered page and after hydration', () => {
  const html = renderToString(<Clouds seed={4} />);
  expect(html).toBe(renderToString(<Clouds seed={4} />));
  expect(html).not.toBe(renderToString(<Clouds seed={5} />));
  expect(html.match(/data-cloud/g)).toHaveLength(25);
});

test('HOME-4: on one page load of ten a UFO appears, after the title', () => {
  vi.useFakeTimers();
  const { container } = render(<Clouds random={always} />);
  expect(ufo(container)).toBeNull();
  act(() => void vi.advanceTimersByTime(UFO_DELAY_MS));
  expect(ufo(container)).not.toBeNull();
  expect(clouds(container)).toHaveLength(25);
});

test('HOME-4: on the other nine it does not', () => {
  vi.useFakeTimers();
  const { container } = render(<Clouds random={never} />);
  act(() => void vi.advanceTimersByTime(60_000));
  expect(ufo(container)).toBeNull();
});

test('HOME-4: before the app runs the page decides, and the app does not decide again', () => {
  vi.useFakeTimers();
  const html = renderToString(<Clouds random={never} />);
  const container = Object.assign(document.createElement('div'), { innerHTML: html });
  const place = container.querySelector<HTMLElement>('[data-ufo]');
  if (place) decideOnUfo(place, always);
  vi.advanceTimersByTime(UFO_DELAY_MS);
  const picture = ufo(container);
  expect(picture).toHaveAttribute('src', expect.stringMatching(/^\/images\/ufo-.+\.webp$/));
  const mismatches = vi.fn();
  act(() => {
    hydrateRoot(container, <Clouds random={always} />, { onRecoverableError: mismatches });
  });
  act(() => void vi.advanceTimersByTime(UFO_DELAY_MS));
  expect(mismatches).not.toHaveBeenCalled();
  expect(container.querySelectorAll('[data-ufo] img')).toHaveLength(1);
  expect(ufo(container)).toBe(picture);
});

test('prerendering uses no random number', () => {
  const random = vi.fn(always);
  renderToString(<Clouds random={random} />);
  expect(random).not.toHaveBeenCalled();
});

test('R-28: a button stops and starts the clouds, with a matching label', async () => {
  const user = userEvent.setup();
  const { container } = render(
    <>
      <Clouds random={never} />
      <CloudsToggle />
    </>,
  );
  expect(isPaused(container)).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Pause clouds' }));
  expect(isPaused(container)).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Play clouds' }));
  expect(isPaused(container)).toBe(false);
});

test('the button also stops the cloud that passes before the title', async () => {
  const user = userEvent.setup();
  const { container } = render(
    <>
      <PassingCloud />
      <CloudsToggle />
    </>,
  );
  const passing = container.querySelector('.passing-cloud');
  expect(passing).not.toHaveAttribute('data-paused');
  await user.click(screen.getByRole('button', { name: 'Pause clouds' }));
  expect(passing).toHaveAttribute('data-paused');
});

test('the choice is remembered for the next visit', async () => {
  const user = userEvent.setup();
  render(<CloudsToggle />);
  await user.click(screen.getByRole('button', { name: 'Pause clouds' }));
  expect(localStorage.getItem('clouds')).toBe('paused');

  vi.resetModules();
  const nextVisit = await import('@/components/clouds/clouds');
  const { container } = render(<nextVisit.Clouds random={never} />);
  expect(isPaused(container)).toBe(true);
});

test('without storage the choice is kept until the page is closed', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  const user = userEvent.setup();
  const { container } = render(
    <>
      <Clouds random={never} />
      <CloudsToggle />
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'Pause clouds' }));
  expect(isPaused(container)).toBe(true);
});

test('R-28: only transforms are animated, and nothing with reduced motion', () => {
  const css = readFileSync('src/styles/clouds.css', 'utf8');
  const [moving = '', reduced = ''] = css.split('@media (prefers-reduced-motion: reduce)');
  const keyframes = [...moving.matchAll(/@keyframes [\w-]+ \{([\s\S]*?)\n\}/g)].map(
    ([, body = '']) => body,
  );
  expect(keyframes).toHaveLength(3);
  const animated = keyframes
    .flatMap((body) => [...body.matchAll(/^\s+([a-z-]+):/gm)])
    .map(([, property]) => property)
    .filter((property) => property !== 'animation-timing-function');
  expect(new Set(animated)).toEqual(new Set(['transform']));
  expect(reduced).toMatch(/animation: none !important/);
});
