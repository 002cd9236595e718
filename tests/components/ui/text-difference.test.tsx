import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { TextDifference } from '@/components/ui/text-difference';

const lines = Array.from({ length: 40 }, (_, index) => `Line ${index} says nothing new.`);
const text = (first: string, last: string) => [first, ...lines, last].join('\n');

test('between two changes long unchanged stretches are closed, and open on request', async () => {
  const { container } = render(
    <TextDifference before={text('Old', 'yesterday')} after={text('New', 'today')} />,
  );
  const closed = screen.getByText(/^\d+ unchanged lines$/);
  const [count] = closed.textContent.match(/\d+/) ?? [];
  expect(Number(count)).toBeGreaterThan(20);
  expect(screen.getByText(/Line 20 says/)).not.toBeVisible();
  expect(container).toHaveTextContent(/Old.*New.*Line 0 says.*Line 39 says.*yesterday.*today/);
  await userEvent.click(closed);
  expect(screen.getByText(/Line 20 says/)).toBeVisible();
  // Every line is there once.
  for (const line of lines) expect(container.textContent.split(line)).toHaveLength(2);
});

test('a long paragraph before a change stays open: there is no line break to close it at', () => {
  const paragraph = 'One sentence after the other. '.repeat(30);
  const { container } = render(
    <TextDifference before={`${paragraph}\nA\nB\nold`} after={`${paragraph}\nA\nB\nnew`} />,
  );
  expect(container.querySelector('details')).toBeNull();
});

test('a text without changes, and a short one, are shown whole', () => {
  const { container } = render(
    <>
      <TextDifference before={text('Same', 'same')} after={text('Same', 'same')} />
      <TextDifference before="One word" after="One sentence" />
    </>,
  );
  expect(container.querySelector('details')).toBeNull();
});
