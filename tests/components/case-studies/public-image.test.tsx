import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Image } from '@/components/image';

test.each([
  ['IMG-12', 'card', 'aspect-video'],
  ['IMG-13', 'hero', 'aspect-[21/9]'],
  ['IMG-14', 'avatar', 'aspect-square'],
  ['IMG-14', 'square', 'aspect-square'],
  ['IMG-15', 'thumbnail', 'aspect-[4/3]'],
  ['IMG-16', 'feature', 'aspect-[3/2]'],
] as const)('%s: the room of a %s picture is %s', (_, aspect, expected) => {
  const { container } = render(<Image src="/one.jpg" alt="One" aspect={aspect} sizes="100vw" />);

  expect(container.firstElementChild).toHaveClass(expected);
});

test('IMG-17: a picture is loaded when it comes near', () => {
  render(<Image src="/one.jpg" alt="One" aspect="card" sizes="100vw" />);

  const picture = screen.getByRole('img', { name: 'One' });
  expect(picture).toHaveAttribute('loading', 'lazy');
  expect(picture).toHaveAttribute('decoding', 'async');
  expect(picture).not.toHaveAttribute('fetchpriority');
});

test('IMG-17: the critical picture is loaded at once and first', () => {
  render(<Image src="/one.jpg" alt="One" aspect="hero" sizes="100vw" priority="critical" />);

  const picture = screen.getByRole('img', { name: 'One' });
  expect(picture).toHaveAttribute('loading', 'eager');
  expect(picture).toHaveAttribute('fetchpriority', 'high');
});

test('IMG-19: a picture that fails says so in the same room, and its words stay', () => {
  const { container } = render(
    <Image src="/gone.jpg" alt="A shelf of pears" aspect="thumbnail" sizes="100vw" />,
  );

  fireEvent.error(screen.getByRole('img'));

  expect(screen.getByText('Image could not be loaded.')).toBeInTheDocument();
  expect(screen.getByText('A shelf of pears')).toBeInTheDocument();
  expect(container.firstElementChild).toHaveClass('aspect-[4/3]');
});

test('IMG-19: a failed picture does not spoil the next one in its place', () => {
  const { rerender } = render(<Image src="/gone.jpg" alt="" aspect="card" sizes="100vw" />);
  fireEvent.error(screen.getByRole('presentation'));

  rerender(<Image src="/here.jpg" alt="Here" aspect="card" sizes="100vw" />);

  expect(screen.queryByText('Image could not be loaded.')).not.toBeInTheDocument();
  expect(screen.getByRole('img', { name: 'Here' })).toHaveAttribute('src', '/here.jpg');
});

test('PROJ-12: without a picture there is a drawing', () => {
  const { container } = render(<Image src={null} alt="" aspect="card" sizes="100vw" />);

  expect(container.querySelector('img')).toBeNull();
  expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true');
});
