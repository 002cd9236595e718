import { expect, test } from 'vitest';
import { compose, type Due } from './deliver';

const CONTENT = {
  study: { title: 'Larder', what_we_loved: 'The <b>leeks</b>.' },
  metrics: [{ metric_value: '38 %', metric_label: 'more orders' }],
};
const DOCUMENT = '8f14e45f-ceea-467f-a0e6-1f3b5c6d7e8f';
const due = (kind: string, recipient: string | null, news: Record<string, unknown>): Due => ({
  ...{ kind, recipient },
  about: { kind: 'post', document_id: DOCUMENT, title: 'Larder', client_name: 'Dana', ...news },
});
const approval = {
  ...{ name: 'Dana Whitlock', approved_at: '2026-05-04T10:00:00+00:00' },
  ...{ content: JSON.stringify(CONTENT), content_hash: 'abc' },
};

test('the member who asked reads all comments, with their markup as text', async () => {
  const comments = Array.from({ length: 25 }, (_, at) => ({
    ...{ author_name: 'Dana', text: `Since <i>when</i>, ${at}?`, asks_change: false },
  }));
  const mail = await compose(
    due('sign-off-commented', 'editor@agency.example', { comments, approval: null }),
  );
  expect(mail).toMatchObject({
    to: { address: 'editor@agency.example' },
    subject: 'Dana has commented on “Larder”',
  });
  expect(mail.text).toContain('> Since <i>when</i>, 0?');
  expect(mail.text).toContain('> Since <i>when</i>, 24?');
  expect(mail.text).toContain(`https://site.example/admin/blog/edit/${DOCUMENT}`);
  expect(mail.html).not.toContain('<i>');
});

test('an approval goes to the member, or to the team when the member has left', async () => {
  const mail = await compose(due('sign-off-approved', null, { approval, comments: null }));
  expect(mail).toMatchObject({
    to: 'team@agency.example',
    subject: 'Dana Whitlock has approved “Larder”',
  });
});

test('the client gets what they have approved, and its hash', async () => {
  const { to, text, html } = await compose(
    due('sign-off-receipt', 'dana@client.example', { approval, comments: null }),
  );
  expect(to).toMatchObject({ address: 'dana@client.example' });
  expect(text).toContain('What we loved: The <b>leeks</b>.');
  expect(text).toContain('Metric value: 38 %');
  expect(text).toContain('2026-05-04 10:00 UTC');
  expect(text).toContain('abc');
  expect(html).not.toContain('<b>');
});

const link = {
  ...{ token: 'ABCDEFGHIJKLMNOPQRSTUV', expires_at: '2026-05-18T10:00:00+00:00' },
  ...{ asked_by_name: 'Ivo', asked_by_email: 'ivo@agency.example', has_passphrase: false },
  ...{ earlier: null, current: null },
};

test('a client is asked by mail, and answers to the person who asks', async () => {
  const mail = await compose(
    due('sign-off-asked', 'dana@client.example', { ...link, is_again: false }),
  );
  expect(mail).toMatchObject({
    to: { address: 'dana@client.example' },
    replyTo: { name: 'Ivo', address: 'ivo@agency.example' },
    subject: 'Please read and approve: “Larder”',
  });
  expect(mail.text).toContain('Ivo asks you to read “Larder”');
  expect(mail.text).toContain('https://site.example/sign-off#token=ABCDEFGHIJKLMNOPQRSTUV');
  expect(mail.text).toContain('until 2026-05-18');
  expect(mail.text).not.toContain('passphrase');
});

test('asked again, or with a passphrase, the mail says so; a member who has left is not named', async () => {
  const left = { asked_by_name: null, asked_by_email: null, has_passphrase: true };
  const mail = await compose(
    due('sign-off-asked', 'dana@client.example', { ...link, ...left, is_again: true }),
  );
  expect(mail.subject).toBe('Please read again: “Larder”');
  expect(mail.text).toContain('has changed since');
  expect(mail.text).toContain('passphrase');
  expect(mail.replyTo).toBeUndefined();
});

test('asked again, the client reads the words that changed', async () => {
  const words = (challenge: string, more = {}) => ({
    study: { title: 'Larder', slug: 'larder', challenge, client_quote: null, role: 'Design' },
    metrics: [{ metric_value: '38 %', metric_label: 'more orders' }],
    gallery: [{ image_url: 'https://pictures.example/a.jpg', caption: 'The shop' }],
    ...more,
  });
  const asked = (earlier: unknown, current: unknown) =>
    compose(
      due('sign-off-asked', 'dana@client.example', {
        ...{ ...link, is_again: true, earlier, current },
      }),
    );
  const long = (middle: string) =>
    `${'It began well. '.repeat(40)}Then <b>${middle}</b> came. ${'It ended well. '.repeat(40)}`;
  const mail = await asked(
    words(long('rain')),
    words(long('snow'), {
      study: { title: 'Larder', slug: 'other', challenge: long('snow'), client_quote: 'Warm.' },
      metrics: [{ metric_value: '39 %', metric_label: 'more orders' }],
      gallery: [{ image_url: 'https://pictures.example/b.jpg', caption: 'The shop' }],
    }),
  );
  expect(mail.text).toContain(
    [
      'Challenge, before:',
      '> … began well. It began well. Then <b>rain</b> came. It ended well. It ended …',
      'Now:',
    ].join('\n\n'),
  );
  expect(mail.text).toContain('Metrics, before:\n\n> 38 %, more orders\n\nNow:\n\n> 39 %');
  expect(mail.text).toContain('Client quote, new:\n\n> Warm.');
  expect(mail.text).toContain('Role, removed:\n\n> Design');
  expect(mail.text).toContain('Gallery image: another picture.');
  expect(mail.text).not.toMatch(/Slug|> other|The shop/);
  expect(mail.html).not.toContain('<b>');
  const same = await asked(words('One.'), words('One.'));
  expect(same.text).toContain('Ivo asks you once more to read “Larder”. Its words are those');
});

test('answers of staff come with the words they answer, as text', async () => {
  const answers = [
    { text: 'Since <i>when</i>?', answer: 'Since May.' },
    { text: 'And why?', answer: 'Because <b>you</b> asked.' },
  ];
  const mail = await compose(due('sign-off-answered', 'dana@client.example', { ...link, answers }));
  expect(mail.subject).toBe('Answers to your comments on “Larder”');
  expect(mail.text).toContain('> Because <b>you</b> asked.');
  expect(mail.html).not.toContain('<b>you');
});

test('a request for a change is named in the subject', async () => {
  const comments = [{ author_name: 'Dana', text: 'The figure is wrong.', asks_change: true }];
  const mail = await compose(due('sign-off-commented', null, { comments, approval: null }));
  expect(mail.subject).toBe('Dana asks for a change of “Larder”');
  expect(mail.text).toContain('Dana asks for a change:');
});
