import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PeopleContext, type Person } from '@/components/people/people-context';
import { PersonLine } from '@/components/people/person';

const mara: Person = {
  userId: 'u1',
  email: 'm@example.com',
  name: 'Mara J. Ellison',
  portraitUrl: null,
};

function show(email: string, people: readonly Person[] = [mara]) {
  const { container } = render(
    <PeopleContext value={{ people, ownEmail: null }}>
      <PersonLine email={email} />
    </PeopleContext>,
  );
  return container;
}

test('a member is shown by name and initials, with the address as a tooltip', () => {
  expect(show('M@example.com')).toHaveTextContent('MEMara J. Ellison');
  expect(screen.getByText('Mara J. Ellison')).toHaveAttribute('title', 'M@example.com');
});

test('a portrait takes the place of the initials', () => {
  const container = show(mara.email, [{ ...mara, portraitUrl: '/images/mara.webp' }]);
  expect(container).toHaveTextContent(/^Mara J. Ellison$/);
  expect(container.querySelector('img')).toHaveAttribute('src', '/images/mara.webp');
});

test('who has no name, or has left, is shown by the part of the address before the @', () => {
  expect(show('ada.lovelace@example.com')).toHaveTextContent('ALada.lovelace');
});
