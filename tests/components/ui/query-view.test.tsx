import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { QueryView, type QueryLike } from '@/components/ui/query-view';

function makeQuery(overrides: Partial<QueryLike<string[]>> = {}): QueryLike<string[]> {
  return {
    status: 'success',
    data: ['Bread'],
    error: null,
    refetch: vi.fn(),
    isFetching: false,
    ...overrides,
  };
}

function renderView(query: QueryLike<string[]>) {
  return render(
    <QueryView
      query={query}
      pending={<p>skeleton</p>}
      empty={<p>Nothing yet</p>}
      errorTitle="Failed to load case studies"
    >
      {(rows) => <p>{rows.join()}</p>}
    </QueryView>,
  );
}

test('pending shows the skeleton alone', () => {
  renderView(makeQuery({ status: 'pending', data: undefined, isFetching: true }));
  expect(screen.getByText('skeleton')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('an error shows its message and a retry', async () => {
  const refetch = vi.fn();
  renderView(makeQuery({ status: 'error', data: undefined, error: new Error('offline'), refetch }));
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to load case studies');
  expect(screen.getByRole('alert')).toHaveTextContent('offline');
  expect(screen.queryByText('Nothing yet')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
});

test('loaded data stays when a refetch fails', () => {
  renderView(makeQuery({ status: 'error', error: new Error('offline') }));
  expect(screen.getByRole('alert')).toHaveTextContent('offline');
  expect(screen.getByText('Bread')).toBeInTheDocument();
});

test('empty and non-empty data', () => {
  const { unmount } = renderView(makeQuery({ data: [] }));
  expect(screen.getByText('Nothing yet')).toBeInTheDocument();
  unmount();
  renderView(makeQuery());
  expect(screen.getByText('Bread')).toBeInTheDocument();
});

test('EB-9: a list that fails to render is replaced by a note; new data renders again', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const draw = (rows: string[]) => {
    if (rows.includes('Bread')) throw new Error('boom');
    return <p>{rows.join()}</p>;
  };
  const view = (query: QueryLike<string[]>) => (
    <QueryView query={query} pending={<p>skeleton</p>}>
      {draw}
    </QueryView>
  );
  const { rerender } = render(view(makeQuery()));
  expect(screen.getByRole('alert')).toHaveTextContent('Component Error');
  rerender(view(makeQuery({ data: ['Butter'] })));
  expect(screen.getByText('Butter')).toBeInTheDocument();
});
