import { useState } from 'react';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Field, Input, Select, Textarea } from '@/components/ui/field';
import { TagInput } from '@/components/ui/tag-input';

test('the label names the control, hint and error describe it, the error marks it invalid', () => {
  const { rerender } = render(
    <Field label="Email" hint="We answer here." isRequired>
      <Input type="email" />
    </Field>,
  );
  const input = screen.getByLabelText(/Email/);
  expect(input).toBeRequired();
  // Firefox would say that an empty required field is invalid.
  expect(input).toHaveAttribute('aria-invalid', 'false');
  expect(input).toHaveAccessibleDescription('We answer here.');
  rerender(
    <Field label="Email" hint="We answer here." isRequired error="Please enter your email">
      <Input type="email" />
    </Field>,
  );
  expect(input).toHaveAttribute('aria-invalid', 'true');
  expect(input).toHaveAccessibleDescription('Please enter your email We answer here.');
});

test('select and textarea are wired in the same way', () => {
  render(
    <>
      <Field label="Status">
        <Select>
          <option>Draft</option>
        </Select>
      </Field>
      <Field label="Message" error="Too short">
        <Textarea />
      </Field>
    </>,
  );
  expect(screen.getByRole('combobox', { name: 'Status' })).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveAccessibleDescription('Too short');
});

test('the counter counts the initial and the typed text', async () => {
  render(
    <Field label="Title" counter={10}>
      <Input defaultValue="Bread" />
    </Field>,
  );
  const input = screen.getByRole('textbox', { name: 'Title' });
  expect(input).toHaveAccessibleDescription('5 of 10 characters');
  await userEvent.type(input, ' and butter');
  expect(input).toHaveAccessibleDescription('16 of 10 characters');
});

function Tags({ initial = [] }: { initial?: string[] }) {
  const [tags, setTags] = useState(initial);
  return (
    <Field label="Technologies">
      <TagInput label="Tags" value={tags} onChange={setTags} maxLength={12} maxCount={4} />
    </Field>
  );
}

const tagTexts = () => screen.queryAllByRole('listitem').map((item) => item.textContent);

test('tags: Enter and comma add, Backspace in the empty field removes the last', async () => {
  const user = userEvent.setup();
  render(<Tags />);
  const input = screen.getByRole('textbox', { name: 'Technologies' });
  await user.type(input, 'React{Enter}  Figma ,');
  expect(tagTexts()).toEqual(['React', 'Figma']);
  expect(screen.getByRole('status')).toHaveTextContent('Added Figma');
  await user.type(input, '{Backspace}');
  expect(tagTexts()).toEqual(['React']);
  expect(screen.getByRole('status')).toHaveTextContent('Removed Figma');
});

test('tags: a pasted list is split', async () => {
  const user = userEvent.setup();
  render(<Tags />);
  await user.click(screen.getByRole('textbox', { name: 'Technologies' }));
  await user.paste('Vite, React,\nPostgres');
  expect(tagTexts()).toEqual(['Vite', 'React', 'Postgres']);
});

test('tags: a tag too long, repeated or beyond the limit stays in the field with the reason', async () => {
  const user = userEvent.setup();
  render(<Tags initial={['React', 'Vite', 'Figma']} />);
  const input = screen.getByRole('textbox', { name: 'Technologies' });
  await user.type(input, 'react{Enter}');
  expect(input).toHaveAccessibleDescription('“react” is already in the list');
  expect(input).toHaveValue('react');
  await user.clear(input);
  await user.type(input, 'A far too long one{Enter}');
  expect(input).toHaveAccessibleDescription('At most 12 characters each');
  await user.clear(input);
  await user.type(input, 'Four{Enter}Five{Enter}');
  expect(tagTexts()).toEqual(['React', 'Vite', 'Figma', 'Four']);
  expect(input).toHaveAccessibleDescription('At most 4 entries');
});

test('tags: each has a button that removes it and returns the focus to the field', async () => {
  const user = userEvent.setup();
  render(<Tags initial={['React', 'Vite']} />);
  await user.click(screen.getByRole('button', { name: 'Remove React' }));
  expect(tagTexts()).toEqual(['Vite']);
  expect(screen.getByRole('textbox', { name: 'Technologies' })).toHaveFocus();
});

test('tags: text in the field is added on blur', async () => {
  const user = userEvent.setup();
  render(<Tags />);
  await user.type(screen.getByRole('textbox', { name: 'Technologies' }), 'Deno');
  await user.tab();
  expect(tagTexts()).toEqual(['Deno']);
});
