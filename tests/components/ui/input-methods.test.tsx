import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Field } from '@/components/ui/field';
import { SearchField } from '@/components/ui/search-field';
import { TagInput } from '@/components/ui/tag-input';

/** The Enter by which a suggestion is taken, in Chromium and Firefox, and in Safari. */
const composing = [{ isComposing: true }, { isComposing: false, keyCode: 229 }];
const enter = { key: 'Enter', keyCode: 13 };

test.for(composing)('Enter of an input method (%j) adds no tag', (event) => {
  const onChange = vi.fn();
  render(
    <Field label="Tags">
      <TagInput label="Tags" value={[]} onChange={onChange} maxLength={40} maxCount={4} />
    </Field>,
  );
  const field = screen.getByRole('textbox', { name: 'Tags' });
  fireEvent.input(field, { target: { value: 'にほん' } });
  expect(fireEvent.keyDown(field, { ...enter, ...event })).toBe(true);
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.keyDown(field, enter);
  expect(onChange).toHaveBeenCalledExactlyOnceWith(['にほん']);
});

test.for(composing)('Enter of an input method (%j) does not search', (event) => {
  const onSearch = vi.fn();
  render(<SearchField label="Search" placeholder="Name" value="" onSearch={onSearch} />);
  const field = screen.getByRole('searchbox');
  fireEvent.input(field, { target: { value: 'にほん' } });
  fireEvent.keyDown(field, { ...enter, ...event });
  expect(onSearch).not.toHaveBeenCalled();
  fireEvent.keyDown(field, enter);
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('にほん');
});
