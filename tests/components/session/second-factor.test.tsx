import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import {
  fakeSession,
  fakeSupabase,
  fakeUser,
  freshImport,
  json,
  PERSON,
  signedInAs,
  type FakeRoutes,
} from '../../support/fake-supabase';

// It would log two seconds later, during the next test.
vi.mock('@/lib/security-log');

const ROLE = 'POST /rest/v1/rpc/current_staff_role';
const USER = 'GET /auth/v1/user';
const ENROL = 'POST /auth/v1/factors';
const PHONE = '11111111-aaaa-4aaa-8aaa-111111111111';
const NEW = '22222222-aaaa-4aaa-8aaa-222222222222';
const CHALLENGE = `POST /auth/v1/factors/${PHONE}/challenge`;
const VERIFY = `POST /auth/v1/factors/${PHONE}/verify`;

const factor = (overrides: object = {}) => ({
  id: PHONE,
  friendly_name: 'Phone',
  factor_type: 'totp',
  status: 'verified',
  created_at: '2026-11-01T10:00:00Z',
  updated_at: '2026-11-01T10:00:00Z',
  ...overrides,
});
const withFactors = (...factors: object[]): FakeRoutes => ({
  [USER]: () => json({ ...fakeUser(), factors }),
});
const challenges: FakeRoutes = {
  'POST /auth/v1/factors/*/challenge': () =>
    json({ id: 'challenge-1', type: 'totp', expires_at: 1_900_000_000 }),
  'POST /auth/v1/factors/*/verify': () => json(fakeSession()),
};
const wrongCode = () =>
  json({ error_code: 'mfa_verification_failed', msg: 'Invalid TOTP code entered' }, 422);

function Form() {
  const [text, setText] = useState('');
  return (
    <label>
      Title <input value={text} onChange={(event) => setText(event.target.value)} />
    </label>
  );
}

async function openGuarded(routes: FakeRoutes) {
  const backend = fakeSupabase({ ...signedInAs('owner'), ...challenges, ...routes });
  const { RequireSession } = await freshImport(() => import('@/features/session/require-session'));
  const { recheckSession } = await import('@/features/session/session-store');
  const { createQueryClient } = await import('@/app/query-client');
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <RequireSession>
          <Form />
        </RequireSession>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { backend, user, recheckSession };
}

async function openSection(routes: FakeRoutes) {
  const backend = fakeSupabase({ ...signedInAs('owner'), ...challenges, ...routes });
  const { TwoStepSection } = await freshImport(
    () => import('@/features/session/second-factor/two-step-section'),
  );
  const { createQueryClient } = await import('@/app/query-client');
  const { getSnapshot } = await import('@/lib/notifications');
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TwoStepSection />
    </QueryClientProvider>,
  );
  return { backend, user, titles: () => getSnapshot().map(({ title }) => title) };
}

const codeField = () => screen.findByLabelText(/^Code/);
const addButton = () => screen.getByRole('button', { name: 'Add an authenticator app' });

test('SESS-11, R-01: a member with a verified factor enters its code before anything of staff is shown', async () => {
  const { backend, user } = await openGuarded({
    [ROLE]: () => json('code'),
    ...withFactors(factor()),
  });
  expect(await screen.findByRole('heading', { name: 'One more step' })).toHaveFocus();
  expect(screen.getByText(PERSON.email)).toBeVisible();
  expect(screen.queryByLabelText('Title')).toBeNull();
  await user.type(await codeField(), '123 456');
  backend.on({ [ROLE]: () => json('owner') });
  await user.keyboard('{Enter}');
  expect(await screen.findByLabelText('Title')).toBeVisible();
  expect(backend.requestsTo(CHALLENGE)).toHaveLength(1);
  expect(backend.requestsTo(VERIFY)[0]?.body).toEqual({
    code: '123456',
    challenge_id: 'challenge-1',
  });
});

test('a wrong code shows an error, the field is cleared, and access stays blocked', async () => {
  const { user } = await openGuarded({
    [ROLE]: () => json('code'),
    ...withFactors(factor()),
    [VERIFY]: wrongCode,
  });
  const field = await codeField();
  await user.type(field, '12345{Enter}');
  expect(field).toHaveAccessibleDescription(/^The code has 6 digits/);
  await user.type(field, '6{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('This code is wrong or too old.');
  expect(field).toHaveValue('');
  expect(screen.queryByLabelText('Title')).toBeNull();
  const { logFailedLogin } = await import('@/lib/security-log');
  expect(logFailedLogin).toHaveBeenCalledExactlyOnceWith(
    1,
    'mfa_verification_failed',
    'The password was right, the code of the second factor was not',
  );
});

test('several apps are offered for choice, except unverified ones', async () => {
  const { backend, user } = await openGuarded({
    [ROLE]: () => json('code'),
    ...withFactors(
      factor(),
      factor({ id: NEW, friendly_name: 'Tablet' }),
      factor({ id: 'x', friendly_name: 'Never done', status: 'unverified' }),
    ),
  });
  const choice = await screen.findByRole('combobox', { name: 'Authenticator app' });
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Phone', 'Tablet']);
  await user.selectOptions(choice, 'Tablet');
  backend.on({ [ROLE]: () => json('owner') });
  await user.type(await codeField(), '123456{Enter}');
  await screen.findByLabelText('Title');
  expect(backend.requestsTo(`POST /auth/v1/factors/${NEW}/verify`)).toHaveLength(1);
});

test('apps that cannot be loaded have a retry', async () => {
  const { backend, user } = await openGuarded({
    [ROLE]: () => json('code'),
    [USER]: () => json({ msg: 'resting' }, 500),
  });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Failed to load your authenticator apps');
  backend.on(withFactors(factor()));
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await codeField()).toBeVisible();
});

test('R-01: a code required during work keeps the typed text', async () => {
  const { backend, user, recheckSession } = await openGuarded(withFactors(factor()));
  await user.type(await screen.findByLabelText('Title'), 'Unsaved');
  backend.on({ [ROLE]: () => json('code') });
  await recheckSession();
  const dialog = await screen.findByRole('dialog', { name: 'One more step' });
  backend.on({ [ROLE]: () => json('owner') });
  await user.type(await within(dialog).findByLabelText(/^Code/), '123456{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText('Title')).toHaveValue('Unsaved');
});

const enrolment = () =>
  json({ id: NEW, type: 'totp', totp: { qr_code: '<svg/>', secret: 'ABC', uri: 'x' } });

test('an owner without a second factor adds one before anything of staff is shown', async () => {
  const { backend, user } = await openGuarded({
    [ROLE]: () => json('enrol'),
    ...withFactors(factor({ friendly_name: 'Authenticator app', status: 'unverified' })),
    [ENROL]: enrolment,
  });
  expect(await screen.findByRole('heading', { name: 'Set up two-step sign-in' })).toHaveFocus();
  expect(screen.getByText(PERSON.email)).toBeVisible();
  expect(screen.queryByLabelText('Title')).toBeNull();
  expect(screen.getByRole('button', { name: 'Log out' })).toBeEnabled();
  await waitFor(() => expect(backend.requestsTo(USER).length).toBeGreaterThan(0));
  await user.click(addButton());
  // An unfinished factor of the same name would be refused.
  expect(screen.getByRole('textbox', { name: /Name of the app/ })).toHaveValue(
    'Authenticator app 2',
  );
  await user.keyboard('{Enter}');
  await user.type(await codeField(), '123456');
  backend.on({ [ROLE]: () => json('owner') });
  await user.keyboard('{Enter}');
  expect(await screen.findByLabelText('Title')).toBeVisible();
  expect(backend.requestsTo(`POST /auth/v1/factors/${NEW}/verify`)).toHaveLength(1);
});

test('an owner who cancels is asked again, and a failure shows an error', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { backend, user } = await openGuarded({
    [ROLE]: () => json('enrol'),
    ...withFactors(),
  });
  await screen.findByRole('heading', { name: 'Set up two-step sign-in' });
  backend.on({ [ROLE]: () => json({ message: 'resting' }, 503) });
  await user.click(addButton());
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('whether you are staff');
  expect(screen.queryByLabelText('Title')).toBeNull();
  backend.on({ [ROLE]: () => json('enrol') });
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(addButton()).toBeEnabled();
});

test('if the service has second factors switched off, an owner sees what to switch on', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user } = await openGuarded({
    [ROLE]: () => json('enrol'),
    ...withFactors(),
    [ENROL]: () => json({ error_code: 'mfa_totp_enroll_not_enabled', msg: 'no' }, 422),
  });
  await screen.findByRole('heading', { name: 'Set up two-step sign-in' });
  await user.click(addButton());
  await user.keyboard('{Enter}');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('[auth.mfa.totp] in supabase/config.toml');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
  expect(screen.getByRole('button', { name: 'Log out' })).toBeEnabled();
});

test('an editor who becomes an owner during work adds the app over the open page', async () => {
  const { backend, user, recheckSession } = await openGuarded({
    ...withFactors(),
    [ENROL]: enrolment,
  });
  await user.type(await screen.findByLabelText('Title'), 'Unsaved');
  backend.on({ [ROLE]: () => json('enrol') });
  // With its effects: until they have run, the dialog takes no pointer.
  await act(recheckSession);
  const dialog = within(await screen.findByRole('dialog', { name: 'One more step' }));
  expect(dialog.getByRole('button', { name: 'Log out' })).toBeEnabled();
  await user.click(dialog.getByRole('button', { name: 'Add an authenticator app' }));
  await user.keyboard('{Enter}');
  backend.on({ [ROLE]: () => json('owner') });
  await user.type(await codeField(), '123456{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText('Title')).toHaveValue('Unsaved');
});

test('AUTHAPI-12, AUTHAPI-13: an app is added by its QR code or secret, and a code of it', async () => {
  const { backend, user, titles } = await openSection({
    ...withFactors(),
    [ENROL]: () =>
      json({
        id: NEW,
        type: 'totp',
        friendly_name: 'My phone',
        totp: {
          qr_code: '<svg fill="#000"></svg>',
          secret: 'JBSWY3DPEHPK3PXP',
          uri: 'otpauth://x',
        },
      }),
  });
  expect(await screen.findByText(/^Not set up/)).toBeVisible();
  await user.click(addButton());
  const name = screen.getByRole('textbox', { name: /Name of the app/ });
  expect(name).toHaveFocus();
  await user.clear(name);
  await user.type(name, 'My phone{Enter}');
  expect(await screen.findByText('JBSWY3DPEHPK3PXP')).toBeVisible();
  expect(screen.getByRole('img', { name: 'QR code of the secret below' })).toHaveAttribute(
    'src',
    'data:image/svg+xml,%3Csvg%20fill%3D%22%23000%22%3E%3C%2Fsvg%3E',
  );
  expect(backend.requestsTo(ENROL)[0]?.body).toMatchObject({
    friendly_name: 'My phone',
    factor_type: 'totp',
  });
  backend.on(withFactors(factor({ id: NEW, friendly_name: 'My phone' })));
  await user.type(await codeField(), '654321{Enter}');
  expect(await screen.findByText('In use')).toBeVisible();
  expect(titles()).toEqual(['Two-step sign-in is on']);
  await waitFor(() => expect(addButton()).toHaveFocus());
});

test('cancelling removes the unfinished app', async () => {
  const { backend, user } = await openSection({
    ...withFactors(),
    [ENROL]: enrolment,
    'DELETE /auth/v1/factors/*': () => json({ id: NEW }),
  });
  await screen.findByText(/^Not set up/);
  await user.click(addButton());
  await user.keyboard('{Enter}');
  await screen.findByText('ABC');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(addButton()).toHaveFocus();
  await waitFor(() => expect(backend.requestsTo(`DELETE /auth/v1/factors/${NEW}`)).toHaveLength(1));
  await waitFor(() => expect(backend.requestsTo('POST /auth/v1/token')).toHaveLength(1));
});

test('a name in use is shown beside the field', async () => {
  const { backend, user } = await openSection(withFactors(factor()));
  await screen.findByText('In use');
  await user.click(addButton());
  const name = screen.getByRole('textbox', { name: /Name of the app/ });
  await user.clear(name);
  await user.type(name, 'Phone{Enter}');
  expect(name).toHaveAccessibleDescription(/^Another of your apps has this name/);
  expect(backend.requestsTo(ENROL)).toEqual([]);
});

test.for([
  ['does not know the route', () => new Response('404 Not Found', { status: 404 })],
  [
    'has it switched off',
    () => json({ error_code: 'mfa_totp_enroll_not_enabled', msg: 'no' }, 422),
  ],
  ['has not built it', () => json({ msg: 'not implemented' }, 501)],
] as const)('a backend that %s shows that it has no second factor', async ([, answer]) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user } = await openSection({ ...withFactors(), [ENROL]: answer });
  await screen.findByText(/^Not set up/);
  await user.click(addButton());
  await user.keyboard('{Enter}');
  expect(
    await screen.findByText('Two-step sign-in is not available on this installation'),
  ).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test('an app is removed after a confirmation, and a refusal is shown in the dialog', async () => {
  const DELETE = `DELETE /auth/v1/factors/${PHONE}`;
  const { backend, user, titles } = await openSection({
    ...withFactors(factor(), factor({ id: NEW, friendly_name: 'Half', status: 'unverified' })),
    [DELETE]: () => json({ error_code: 'insufficient_aal', msg: 'AAL2 required' }, 422),
  });
  expect(await screen.findByText('Never confirmed')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove Phone' }));
  const dialog = within(screen.getByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('AAL2 required');
  backend.on({ ...withFactors(), [DELETE]: () => json({ id: PHONE }) });
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(/^Not set up/)).toBeVisible();
  expect(titles()).toEqual(['"Phone" removed']);
});
