import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DrawnCover } from '@/features/case-studies/components/drawn-cover';
import { fullStudy } from './public-study';

test('the slider shows the cover in ink, in pencil and as blank paper, up to where it stands', () => {
  const { container } = render(<DrawnCover study={fullStudy()} />);
  const layers = () =>
    [...container.querySelectorAll<HTMLElement>('[aria-hidden] > [style]')].map(
      ({ style }) => [style.filter, style.maskImage] as const,
    );
  const slider = screen.getByRole('slider', { name: 'Draw the cover' });
  expect(slider).toHaveValue('100');
  expect(layers()).toEqual([]);
  fireEvent.change(slider, { target: { value: '50' } });
  expect(slider).toHaveAttribute('aria-valuetext', '50 % drawn');
  expect(layers()).toEqual([
    ['url(#ink)', edgeAt('10% - 1.8rem')],
    ['url(#pencil)', edgeAt('30% - 1.4rem')],
    ['none', edgeAt('50% - 1rem')],
  ]);
  fireEvent.change(slider, { target: { value: '0' } });
  expect(layers().at(-1)).toEqual(['none', edgeAt('0% - 2rem')]);
});

const edgeAt = (from: string) =>
  `linear-gradient(to right, transparent calc(${from}), #000 calc(${from} + 2rem))`;
