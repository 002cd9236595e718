import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { createQueryClient } from '@/app/query-client';
import { termKind, termRoutes } from './glossary';

const field = (name: string) => screen.getByLabelText(name, { exact: true });
const click = (role: 'button' | 'link', name: string | RegExp) =>
  userEvent.click(screen.getByRole(role, { name }));
const saved = () => screen.findByText(/^Saved /);

test('another kind of document is written, merged, restored from its history and after deletion', async () => {
  const router = createMemoryRouter(termRoutes, { initialEntries: ['/terms/new'] });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const address = () => router.state.location.pathname;

  // Create, and save again. Enter of an input method does not save.
  await userEvent.type(await screen.findByLabelText('Name'), 'Kerning');
  for (const sign of [{ isComposing: true }, { keyCode: 229 }]) {
    expect(fireEvent.keyDown(field('Name'), { key: 'Enter', ...sign })).toBe(true);
  }
  await userEvent.type(field('Meaning'), 'Space between letters.');
  await userEvent.type(field('Synonyms'), 'Spacing{Enter}');
  await userEvent.selectOptions(field('Area'), 'Code');
  await click('button', 'Save term');
  await saved();
  await waitFor(() => expect(address()).toMatch(/^\/terms\/[0-9a-f-]{36}$/));
  const id = address().replace('/terms/', '');
  await userEvent.selectOptions(field('Area'), 'Design');
  await click('button', 'Save term');
  await waitFor(async () => expect(await termKind.api.get(id)).toMatchObject({ version: 2 }));
  await saved();

  // Another editor saves first: fields changed on both sides are questions, the rest is merged.
  const before = (await termKind.api.get(id)).input;
  const input = { ...before, meaning: 'The gap of two letters.', synonyms: ['Fitting'] };
  await termKind.api.save({
    ...{ id, version: 2, before, input, changed: ['meaning', 'synonyms'] },
    ...{ goesLive: false, saveIds: [] },
  });
  await userEvent.type(field('Name'), ' pair');
  await userEvent.clear(field('Meaning'));
  await userEvent.type(field('Meaning'), 'How letters stand.');
  await click('button', 'Save term');
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Someone else saved this term' }),
  );
  const meaning = within(dialog.getByRole('group', { name: 'Meaning' }));
  await userEvent.click(meaning.getByRole('button', { name: 'Keep mine' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save merged version' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await termKind.api.get(id)).toMatchObject({
    version: 4,
    input: {
      title: 'Kerning pair',
      meaning: 'How letters stand.',
      area: 'design',
      synonyms: ['Fitting'],
    },
  });

  // The history lists the changes of each version, and restores one.
  await click('link', 'History');
  const versions = within(await screen.findByRole('navigation', { name: 'Versions' }));
  expect(versions.getByRole('link', { name: /Version 3/ })).toHaveTextContent('Meaning, Synonyms');
  await userEvent.click(versions.getByRole('link', { name: /Version 2/ }));
  await screen.findByRole('heading', { name: 'Version 2' });
  await click('button', 'Restore this version');
  await click('button', 'Restore');
  expect(await screen.findByRole('link', { name: /Version 5/ })).toBeVisible();
  expect((await termKind.api.get(id)).input).toEqual(before);

  // It is deleted and restored.
  await click('link', 'Back to the term');
  await screen.findByRole('form', { name: 'Term' });
  await click('button', 'Delete');
  await click('button', 'Delete');
  await waitFor(() => expect(address()).toBe('/terms'));
  const terms = within(await screen.findByRole('list', { name: 'Terms' }));
  expect(terms.queryByRole('link')).toBeNull();
  await userEvent.click(screen.getByText('Recently deleted'));
  await userEvent.click(await screen.findByRole('button', { name: 'Restore Kerning' }));
  expect(await terms.findByRole('link', { name: 'Kerning' })).toBeVisible();
  expect(
    await termKind.api.listRevisions({ id, upTo: 9, limit: 9 }, new AbortController().signal),
  ).toHaveLength(5);
});
