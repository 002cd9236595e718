import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Link, Outlet, RouterProvider, useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { createQueryClient } from '@/app/query-client';
import { paths } from '@/lib/paths';
// What the first save renders the text with takes seconds to load.
import '@/lib/render-part';
import { CaseStudyEditorPage } from '@/pages/admin/case-study-editor-page';
import { fakeSupabase, json, signedInAs } from '../../support/fake-supabase';
import { field, LOAD, SAVE, saveButton, title } from './form-setup';
import { studyRow } from './public-study';

function Address() {
  return <p data-testid="address">{useLocation().pathname}</p>;
}

test('the first save moves to the edit address and keeps the form; a new study starts empty', async () => {
  const backend = fakeSupabase({
    ...signedInAs('editor'),
    [SAVE]: () => json(studyRow({ version: 1 })),
  });
  const user = userEvent.setup();
  const frame = (
    <>
      <Address />
      <Link to={paths.adminCaseStudyNew}>Another</Link>
      <Outlet />
    </>
  );
  const children = [
    { path: paths.adminCaseStudyNew, element: <CaseStudyEditorPage /> },
    { path: paths.adminCaseStudyEdit.pattern, element: <CaseStudyEditorPage /> },
  ];
  const router = createMemoryRouter([{ element: frame, children }], {
    initialEntries: [paths.adminCaseStudyNew],
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('Authenticated as ada@example.com')).toBeVisible();
  const input = title();
  await user.type(input, 'Larder{Enter}');
  expect(await screen.findByText(/^Saved /)).toBeVisible();
  await waitFor(() =>
    expect(screen.getByTestId('address')).toHaveTextContent(
      /^\/admin\/case-studies\/edit\/[0-9a-f-]{36}$/,
    ),
  );
  expect(title()).toBe(input);
  expect(input).toHaveFocus();
  await waitFor(() => expect(document.title).toMatch(/^Edit case study/));
  expect(backend.requestsTo(LOAD)).toHaveLength(0);

  await user.click(screen.getByRole('link', { name: 'Another' }));
  expect(await screen.findByText(/Creating new case study/)).toBeVisible();
  expect(title()).toHaveValue('');
  expect(field('Headline')).toHaveValue('');
  expect(saveButton()).toBeDisabled();
});
