import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createQueryClient } from '@/app/query-client';
import { PeopleContext, type Person } from '@/components/people/people-context';
import { ArrangeCaseStudiesPage } from '@/pages/admin/arrange-case-studies-page';
import { createTestRouter } from '../../support/data-router';
import { fakeSupabase, json, PERSON, signedInAs } from '../../support/fake-supabase';
import { studyRow } from './public-study';
import { STUDIES } from './staff-setup';

const SAVE = 'POST /rest/v1/rpc/arrange_case_studies';
const MIRA = '5b0c1a5e-7d0f-4d52-9d6a-2f1f0c6f8a12';

const people: Person[] = [
  { userId: PERSON.id, email: PERSON.email, name: 'Ada Lovelace', portraitUrl: null },
  { userId: MIRA, email: 'mira@example.com', name: null, portraitUrl: null },
];
const rowsInOrder = (...titles: string[]) =>
  titles.map((title, index) => ({
    ...studyRow({ id: `3f0e1c5a-0000-4000-8000-00000000000${title.length}`, title }),
    ...{ place: index + 1, is_featured: false },
  }));
const titles = () =>
  screen.getAllByRole('button', { name: /^Move / }).map((move) => move.getAttribute('aria-label'));

test.for([
  ['of the same member', PERSON.id, 'You changed the order elsewhere'],
  ['of another member', MIRA, 'mira changed the order'],
  ['of a former member', null, 'Someone else changed the order'],
] as const)(
  'R-36: an order %s saved meanwhile is not overwritten, and can be shown',
  async ([, arranger, title]) => {
    const backend = fakeSupabase({
      ...signedInAs('editor'),
      [STUDIES]: () => json(rowsInOrder('One', 'Three')),
      [SAVE]: () =>
        json({ code: 'PT409', message: 'The order was changed', details: arranger }, 409),
    });
    const router = createTestRouter();
    render(
      <QueryClientProvider client={createQueryClient()}>
        <PeopleContext value={{ people, ownEmail: PERSON.email }}>
          {router(<ArrangeCaseStudiesPage />)}
        </PeopleContext>
      </QueryClientProvider>,
    );
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Move Three' }));
    await user.click(await screen.findByRole('menuitem', { name: 'To first place' }));
    expect(titles()).toEqual(['Move Three', 'Move One']);
    // It is cut on wide screens.
    expect(screen.getByText('Three', { selector: 'li p' })).toHaveAttribute('title', 'Three');
    backend.on({ [STUDIES]: () => json(rowsInOrder('Eleven', 'One', 'Three')) });
    await user.click(screen.getByRole('button', { name: 'Save order' }));

    const alert = (await screen.findByText(title)).closest('[role="alert"]');
    expect(backend.requestsTo(SAVE)[0]?.body).toMatchObject({
      before: rowsInOrder('One', 'Three').map(({ id }) => id),
    });
    expect(titles()).toEqual(['Move Three', 'Move One']);
    await user.click(within(alert as HTMLElement).getByRole('button', { name: 'Show that order' }));
    await waitFor(() => expect(titles()).toEqual(['Move Eleven', 'Move One', 'Move Three']));
    expect(screen.queryByText(title)).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Save order' })).toBeDisabled();
  },
);
