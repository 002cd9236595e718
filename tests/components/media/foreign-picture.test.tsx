import { useState } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { PicturePicker } from '@/features/media/components/picture-picker';
import { fakeSupabase, json, signedInAs, type FakeHandler } from '../../support/fake-supabase';
import { bucketRoutes, fakeUploads, picture, uploaded } from './fake-upload';

const FUNCTION = 'POST /functions/v1/secure-file-upload';
const ADDRESS = 'https://client.example/press/logo.png';

/** The answer of the function: a form, which the client of this environment cannot read by itself. */
const fetched: FakeHandler = () => {
  const form = new FormData();
  form.append('file', picture('logo.png'));
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  return Object.assign(new Response('', { headers }), { formData: async () => form });
};

function openField({ value = '', answer = fetched } = {}) {
  const server = fakeSupabase({
    ...signedInAs('editor'),
    ...bucketRoutes(),
    [FUNCTION]: answer,
  });
  const uploads = fakeUploads();
  const onPick = vi.fn();
  function Form() {
    const [address, setAddress] = useState(value);
    return (
      <>
        <input
          aria-label="Address"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
        <PicturePicker
          label="Hero image"
          value={address}
          onPick={(url) => {
            onPick(url);
            setAddress(url);
          }}
        />
      </>
    );
  }
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <Form />
    </QueryClientProvider>,
  );
  return {
    server,
    uploads,
    onPick,
    user: userEvent.setup(),
    field: screen.getByLabelText('Address'),
  };
}

test('a pasted address of another website becomes a picture of the library', async () => {
  const { server, uploads, onPick, user, field } = openField();
  await user.click(field);
  await user.paste(ADDRESS);
  expect(screen.getByRole('status')).toHaveTextContent(
    'Storing the picture of client.example in your library…',
  );
  await waitFor(() => expect(uploads[0]?.body?.get('file')).toMatchObject({ name: 'logo.png' }), {
    timeout: 3000,
  });
  expect(server.requestsTo(FUNCTION).map(({ body }) => body)).toEqual([{ address: ADDRESS }]);
  uploads[0]?.answer(200, uploaded('new.png'));
  await waitFor(() => expect(onPick).toHaveBeenCalledOnce());
  expect(field).toHaveValue(`${location.origin}/storage/v1/object/public/images/new.png?v=8x8.1`);
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

test('what the other website forbids is said, the address stays, and can be tried again', async () => {
  const message = 'The other website does not give this picture out. Save it there and upload it.';
  const answers = [
    () => json({ success: false, message, error: { code: 'address_refuses', message } }, 422),
    fetched,
  ];
  const { uploads, user, field } = openField({
    answer: (request) => answers.shift()?.(request) ?? json({}, 500),
  });
  await user.click(field);
  await user.paste(ADDRESS);
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(message), {
    timeout: 3000,
  });
  expect(field).toHaveValue(ADDRESS);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(uploads).toHaveLength(1), { timeout: 3000 });
});

test('an address that was there before is fetched on request only', async () => {
  const { server, uploads, user } = openField({ value: ADDRESS });
  await user.click(screen.getByRole('button', { name: 'Store the picture of client.example' }));
  await waitFor(() => expect(uploads).toHaveLength(1), { timeout: 3000 });
  expect(server.requestsTo(FUNCTION)).toHaveLength(1);
});

test.for([
  '/images/services/web.webp',
  'https://vimeo.com/76979871',
  'https://client.example',
  'client.example/a.png',
  'http://client.example/a.png',
])('%s is not fetched', async (address) => {
  const { user, field } = openField();
  await user.click(field);
  await user.paste(address);
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});
