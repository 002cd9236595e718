import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '@/lib/paths';
import { held, json, type FakeRequest } from '../../support/fake-supabase';
import { STUDY_ID, studyRow } from './public-study';
import { address, HISTORY, openAdmin, STUDIES } from './staff-setup';
import { openNotice } from '../../support/notices';

const RESTORE = 'POST /rest/v1/rpc/restore_document_version';
const AT = paths.adminCaseStudyHistory.to(STUDY_ID);

type Snapshot = {
  study: Record<string, unknown>;
  metrics: { metric_value: string; metric_label: string }[];
  gallery: { image_url: string; caption: string | null; alt_text: string | null }[];
};

const metric = (metric_value: string, metric_label: string) => ({ metric_value, metric_label });
const picture = (name: string, caption: string) => ({
  image_url: `https://pictures.example/${name}.webp`,
  caption,
  alt_text: null,
});

function revision(
  version: number,
  change: Partial<Snapshot> = {},
  restored_from: number | null = null,
) {
  return {
    version,
    snapshot: {
      metrics: [],
      gallery: [],
      ...change,
      study: { title: 'Larder & Lane', status: 'published', ...change.study },
    },
    saved_by_email: 'ada@example.com',
    saved_at: new Date(Date.UTC(2026, 10, 10 + version, 12)).toISOString(),
    restored_from,
  };
}

const three = [
  revision(3, {
    study: { headline: 'Quick ferries', status: 'draft' },
    metrics: [metric('3', 'weeks'), metric('9', 'boats')],
  }),
  revision(2, { study: { headline: 'Slow ferries' }, metrics: [metric('12', 'weeks')] }),
  revision(1, { metrics: [metric('12', 'weeks')], gallery: [picture('a', 'Pier')] }),
];

const openHistory = (routes = {}, at = AT) =>
  openAdmin(at, { [STUDIES]: () => json(studyRow()), [HISTORY]: () => json(three), ...routes });

const versions = async () =>
  within(await screen.findByRole('navigation', { name: 'Versions' })).getAllByRole('link');
const fieldPart = (name: string) => {
  const part = screen.getByRole('heading', { name, level: 3 }).closest('section');
  if (!part) throw new Error(`${name} heads no section`);
  return within(part);
};
const fields = () => screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent);

test('R-04: each version shows time, author and changes', async () => {
  openHistory();
  const [third, second, first] = await versions();
  expect(third).toHaveTextContent('Version 3Current');
  expect(third).toHaveTextContent('Back to draft, Headline, 2 metrics');
  expect(third).toHaveTextContent(/Nov 13, 2026, \d\d:\d\d, ada$/);
  expect(second).toHaveTextContent('Headline, 1 picture');
  expect(first).toHaveTextContent('The oldest version kept');
  expect(third).toHaveAttribute('aria-current', 'true');
});

test('the current version is compared with the one before it, differences only', async () => {
  openHistory();
  expect(await screen.findByRole('heading', { name: 'Version 3' })).toBeVisible();
  expect(fields()).toEqual(['Status', 'Headline', 'Metrics']);
  const headline = fieldPart('Headline');
  expect(headline.getByRole('deletion')).toHaveTextContent('Slow');
  expect(headline.getByRole('insertion')).toHaveTextContent('Quick');
  const rows = fieldPart('Metrics').getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Changed, 1'),
    expect.stringContaining('Added as 2'),
  ]);
});

test('any two versions can be compared, and the address keeps them', async () => {
  const { server, user } = openHistory();
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Compared with' }),
    screen.getByRole('option', { name: /^Version 1/ }),
  );
  expect(address()).toBe(`${AT}?version=3&against=1`);
  await waitFor(() => expect(fields()).toContain('Gallery'));
  expect(
    within(fieldPart('Gallery').getByRole('listitem')).getByText('Removed, was 1'),
  ).toBeVisible();
  expect(server.requestsTo(HISTORY)).toHaveLength(1);
});

test('choosing a version is a link that scrolls to it', async () => {
  const { user } = openHistory();
  const [, second] = await versions();
  if (second) await user.click(second);
  const heading = await screen.findByRole('heading', { name: 'Version 2' });
  expect(heading).toHaveFocus();
  expect(address()).toBe(`${AT}?version=2`);
  expect(fields()).toEqual(['Headline', 'Gallery']);
});

test('the oldest version shows all its fields', async () => {
  openHistory({}, `${AT}?version=1`);
  await screen.findByRole('heading', { name: 'Version 1' });
  expect(screen.getByRole('combobox', { name: 'Compared with' })).toHaveDisplayValue(
    'Nothing: this is the oldest version',
  );
  expect(fields()).toEqual(['Title', 'Status', 'Metrics', 'Gallery']);
});

test('the headings of a text stand below that of its field', async () => {
  const first = revision(1, { study: { challenge: '## Too much work\n\nOne.\n\n### On Mondays' } });
  openHistory({ [HISTORY]: () => json([first]) });
  expect(await screen.findByRole('heading', { name: 'Too much work', level: 4 })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'On Mondays', level: 5 })).toBeVisible();
  expect(fields()).toEqual(['Title', 'Status', 'Challenge']);
});

async function askToRestore(user: ReturnType<typeof openHistory>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Restore this version' }));
  return within(await screen.findByRole('alertdialog', { name: 'Restore version 2?' }));
}

test('R-04: an old version is restored after a confirmation, and can be undone', async () => {
  const { server, user } = openHistory({ [RESTORE]: () => json(4) }, `${AT}?version=2`);
  const question = await askToRestore(user);
  expect(
    question.getByText(/saved as version 4.*Address, status and publish date stay as they are/),
  ).toBeVisible();
  const four = [revision(4, { study: { headline: 'Slow ferries' } }, 2), ...three];
  server.on({ [HISTORY]: () => json(four) });
  await user.click(question.getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(openNotice()?.title).toBe('Version 2 restored'));
  expect(server.requestsTo(RESTORE)[0]?.body).toEqual({
    document_id: STUDY_ID,
    from_version: 2,
    expected_version: 3,
  });
  expect(await screen.findByRole('heading', { name: 'Version 4' })).toBeVisible();
  expect((await versions())[0]).toHaveTextContent('Version 2 restored');
  expect(address()).toBe(AT);

  server.on({ [RESTORE]: () => json(5) });
  openNotice()?.actions?.[0]?.onSelect();
  await waitFor(() => expect(openNotice()?.title).toBe('Back to version 3'));
  expect(server.requestsTo(RESTORE)[1]?.body).toEqual({
    document_id: STUDY_ID,
    from_version: 3,
    expected_version: 4,
  });
});

test('R-04: after a save in between a message is shown, and nothing is restored', async () => {
  const { server, user } = openHistory(
    { [RESTORE]: () => json({ code: 'PT409', message: 'has changed' }, 409) },
    `${AT}?version=2`,
  );
  const question = await askToRestore(user);
  server.on({ [HISTORY]: () => json([revision(4, { study: { title: 'Theirs' } }), ...three]) });
  await user.click(question.getByRole('button', { name: 'Restore' }));
  expect(await question.findByText(/This case study was saved meanwhile/)).toBeVisible();
  expect(openNotice()).toBeUndefined();
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  expect((await versions())[0]).toHaveTextContent('Version 4');
});

test('the current version cannot be restored, nor one with the same content', async () => {
  const same = [revision(3, three[1]?.snapshot, 2), ...three.slice(1)];
  const { user } = openHistory({ [HISTORY]: () => json(same) });
  await screen.findByText('Both versions are the same.');
  expect(screen.queryByRole('button', { name: 'Restore this version' })).not.toBeInTheDocument();
  const [, second] = await versions();
  if (second) await user.click(second);
  expect(await screen.findByText('This is the same as the current version.')).toBeVisible();
});

test('older versions are loaded on request, from the end of the list', async () => {
  const page = (newest: number, count: number) =>
    Array.from({ length: count }, (_, place) => revision(newest - place));
  const { server, user } = openHistory({
    [HISTORY]: ({ url }: FakeRequest) =>
      json(url.searchParams.get('version') === 'lte.15' ? page(15, 15) : page(40, 26)),
  });
  expect(await versions()).toHaveLength(25);
  await user.click(screen.getByRole('button', { name: 'Show older versions' }));
  await waitFor(async () => expect(await versions()).toHaveLength(40));
  expect(screen.getByText('The last 200 versions are kept.')).toBeVisible();
  expect(server.requestsTo(HISTORY)).toHaveLength(2);
});

test('a linked version outside the list is fetched, or reported as gone', async () => {
  openHistory(
    {
      [HISTORY]: ({ url }: FakeRequest) =>
        json(url.searchParams.get('version')?.startsWith('in.') ? [] : three),
    },
    `${AT}?version=77`,
  );
  expect(await screen.findByRole('heading', { name: 'Version 77 is not kept' })).toBeVisible();
});

test.for(['version=x', 'version=-1', 'version=1.5'])(
  '%s in the address is ignored',
  async (query) => {
    openHistory({}, `${AT}?${query}`);
    expect(await screen.findByRole('heading', { name: 'Version 3' })).toBeVisible();
  },
);

test('a history shows loading, then the error, and can be retried', async () => {
  const answer = held(() => json({ message: 'closed', code: 'XX000' }, 500));
  const { server, user } = openHistory({ [HISTORY]: answer.handler });
  expect(screen.getByRole('status')).toHaveTextContent('Loading the history...');
  answer.release();
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('Failed to fetch the history: closed')).toBeVisible();
  server.on({ [HISTORY]: () => json(three) });
  await user.click(alert.getByRole('button', { name: 'Try again' }));
  expect(await versions()).toHaveLength(3);
});

test('a deleted study has no history; the list can restore it', async () => {
  openHistory({ [STUDIES]: () => json({ code: 'PGRST116', message: 'no rows' }, 406) });
  expect(await screen.findByRole('heading', { name: 'Case study not found' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to the case studies' })).toHaveAttribute(
    'href',
    '/admin/case-studies',
  );
});

test('an old version is shown as a page, and leads back to its place in the history', async () => {
  const { user } = openHistory({
    [HISTORY]: ({ url }: FakeRequest) =>
      json(url.searchParams.get('version')?.startsWith('in.') ? [three[1]] : three),
  });
  await versions();
  await user.click(screen.getByRole('link', { name: /Version 2/ }));
  await user.click(await screen.findByRole('link', { name: 'View as a page' }));
  expect(await screen.findByRole('region', { name: 'Preview' })).toHaveTextContent(
    /^Version 2, saved on Nov 12(?:, 2026)? at/,
  );
  expect(screen.getByRole('heading', { level: 1, name: 'Larder & Lane' })).toBeVisible();
  expect(screen.getByText('Slow ferries')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Back to the history' }));
  await waitFor(() => expect(address()).toBe(`${AT}?version=2`));
});
