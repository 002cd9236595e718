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
    ...{ author_name: 'Dana', text: `Since <i>when</i>, ${at}?` },
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
