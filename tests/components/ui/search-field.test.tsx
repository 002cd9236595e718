import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { SearchField } from '@/components/ui/search-field';

const box = () => screen.getByRole('searchbox', { name: 'Search' });

test('its name stays where the placeholder alone is shown', () => {
  render(
    <SearchField isLabelHidden label="Search" placeholder="Name" value="" onSearch={vi.fn()} />,
  );
  expect(box()).toHaveAttribute('placeholder', 'Name');
});

test('a search runs once, after a pause in typing', async () => {
  const onSearch = vi.fn();
  render(<SearchField label="Search" placeholder="Name" value="" onSearch={onSearch} />);
  await userEvent.type(box(), ' ab ');
  expect(onSearch).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(onSearch.mock.calls).toEqual([['ab']]));
});

test.each(['{Enter}', '{Tab}'])('%s searches at once', async (key) => {
  const onSearch = vi.fn();
  render(<SearchField label="Search" placeholder="Name" value="" onSearch={onSearch} />);
  await userEvent.type(box(), `ab${key}`);
  expect(onSearch.mock.calls).toEqual([['ab']]);
});

test('a filter that changes within the pause is not undone by the search', async () => {
  const before = vi.fn();
  const now = vi.fn();
  const { rerender } = render(
    <SearchField label="Search" placeholder="Name" value="" onSearch={before} />,
  );
  await userEvent.type(box(), 'ab');
  rerender(<SearchField label="Search" placeholder="Name" value="" onSearch={now} />);
  await vi.waitFor(() => expect(now.mock.calls).toEqual([['ab']]));
  expect(before).not.toHaveBeenCalled();
});

test('a search changed by the address is shown, unless the user is typing', async () => {
  const onSearch = vi.fn();
  const { rerender } = render(
    <SearchField label="Search" placeholder="Name" value="" onSearch={onSearch} />,
  );
  await userEvent.type(box(), 'ab{Enter}');
  await userEvent.type(box(), 'c');
  rerender(<SearchField label="Search" placeholder="Name" value="ab" onSearch={onSearch} />);
  expect(box()).toHaveValue('abc');
  rerender(<SearchField label="Search" placeholder="Name" value="" onSearch={onSearch} />);
  expect(box()).toHaveValue('');
});
