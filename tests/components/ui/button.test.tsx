import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { Button, ButtonLink } from '@/components/ui/button';

test('a button does not submit the form around it unless it has the type submit', async () => {
  const onSubmit = vi.fn((event: Event) => event.preventDefault());
  render(
    <form onSubmit={(event) => onSubmit(event.nativeEvent)}>
      <Button>Look</Button>
      <Button type="submit">Send</Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Look' }));
  expect(onSubmit).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('while pending it is disabled and busy with the pending label', async () => {
  const onClick = vi.fn();
  const { rerender } = render(
    <Button pendingLabel="Sending..." onClick={onClick}>
      Send
    </Button>,
  );
  expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled();
  expect(screen.queryByText('Sending...')).not.toBeInTheDocument();
  rerender(
    <Button pendingLabel="Sending..." isPending onClick={onClick}>
      Send
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Sending...' });
  expect(button).toBeDisabled();
  expect(button).toHaveAttribute('aria-busy', 'true');
  await userEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
});

test('without a pending label it keeps its name', () => {
  render(<Button isPending>Save</Button>);
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
});

test('a button link is a link', () => {
  render(
    <MemoryRouter>
      <ButtonLink to="/contact">Start Your Journey</ButtonLink>
    </MemoryRouter>,
  );
  expect(screen.getByRole('link', { name: 'Start Your Journey' })).toHaveAttribute(
    'href',
    '/contact',
  );
});
