import { useState } from 'react';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { PageFocus } from '@/app/page-focus';
import { Dialog } from '@/components/ui/dialog';

/** A page whose own heading waits for its data. */
function Late() {
  const [isLoaded, setIsLoaded] = useState(false);
  if (isLoaded) return <h1>Late</h1>;
  return (
    <div>
      <h1>Loading</h1>
      <button onClick={() => setIsLoaded(true)}>Load</button>
    </div>
  );
}

function Form() {
  return (
    <>
      <h1>Form</h1>
      <input aria-label="Title" />
    </>
  );
}

function Frame() {
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  return (
    <>
      <Link to="/list">Rail: List</Link>
      <button onClick={() => setIsMenuOpen(true)}>Menu</button>
      <Dialog title="Menu" isOpen={isMenuOpen} onOpenChange={setIsMenuOpen}>
        <Link to="/list" onClick={() => setIsMenuOpen(false)}>
          Menu: List
        </Link>
      </Dialog>
      <main tabIndex={-1}>
        <Outlet />
      </main>
      <PageFocus />
    </>
  );
}

function open(at = '/') {
  const children = [
    { path: '/', element: <Link to="/list">Card</Link> },
    { path: '/list', element: <h1>List</h1> },
    { path: '/late', element: <Late /> },
    { path: '/form/:id', element: <Form /> },
  ];
  const router = createMemoryRouter([{ element: <Frame />, children }], { initialEntries: [at] });
  render(<RouterProvider router={router} />);
  return { router, user: userEvent.setup() };
}

test.for(['Card', 'Rail: List'])(
  'after %s the focus is on the heading of the new page, which does not scroll',
  async (link) => {
    const { user } = open();
    const focus = vi.spyOn(HTMLHeadingElement.prototype, 'focus');
    await user.click(screen.getByRole('link', { name: link }));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'List' })).toHaveFocus());
    expect(focus).toHaveBeenLastCalledWith({ preventScroll: true });
  },
);

test('from the menu of small screens too, which closes meanwhile', async () => {
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  await user.click(screen.getByRole('link', { name: 'Menu: List' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(screen.getByRole('heading', { name: 'List' })).toHaveFocus();
});

test('a heading that comes with the data gets the focus, unless a key was pressed meanwhile', async () => {
  const { router } = open('/list');
  await act(() => router.navigate('/late'));
  expect(screen.getByRole('heading', { name: 'Loading' })).toHaveFocus();
  act(() => screen.getByRole('button', { name: 'Load' }).click());
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Late' })).toHaveFocus());

  await act(() => router.navigate('/'));
  await act(() => router.navigate('/late'));
  window.dispatchEvent(new Event('keydown'));
  act(() => screen.getByRole('button', { name: 'Load' }).click());
  await screen.findByRole('heading', { name: 'Late' });
  expect(document.body).toHaveFocus();
});

test('a form that gets its address by being saved keeps the focus, and so does going back', async () => {
  const { router } = open('/list');
  await act(() => router.navigate('/form/new'));
  screen.getByLabelText('Title').focus();
  await act(() => router.navigate('/form/1', { replace: true }));
  expect(screen.getByLabelText('Title')).toHaveFocus();
  await act(() => router.navigate(-1));
  await screen.findByRole('heading', { name: 'List' });
  expect(document.body).toHaveFocus();
});
