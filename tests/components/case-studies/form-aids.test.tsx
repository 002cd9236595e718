import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeSupabase, json } from '../../support/fake-supabase';
import { field, LOAD, openStudy, SAVE, saveButton, storedStudy, title } from './form-setup';
import { studyRow } from './public-study';

vi.setConfig({ testTimeout: 30_000 });

const CONFLICT = { code: 'PT409', message: 'This case study has changed since you opened it' };
const metric = (metric_value: string, metric_label: string, display_order: number) => ({
  metric_value,
  metric_label,
  display_order,
});

test('R-04: rows are merged automatically; only the row changed on both sides is a question, and the result is shown', async () => {
  const backend = fakeSupabase(
    storedStudy({ case_study_metrics: [metric('1', 'shop', 1), metric('2', 'towns', 2)] }),
  );
  const { user } = await openStudy();
  const [first] = screen.getAllByLabelText('Value');
  await user.type(first ?? title(), '1');
  await user.click(screen.getByRole('button', { name: 'Add metric' }));
  await user.keyboard('9');
  await user.type(screen.getAllByLabelText('Label')[2] ?? title(), 'weeks');
  backend.on({
    [SAVE]: () => json(CONFLICT, 409),
    [LOAD]: () =>
      json(
        studyRow({
          version: 5,
          case_study_metrics: [metric('5', 'people', 1), metric('12', 'shop', 2)],
        }),
      ),
  });
  await user.click(saveButton());
  const dialog = within(await screen.findByRole('dialog', { name: /Someone else saved/ }));
  expect(dialog.getByText('1 choice left')).toBeVisible();
  const row = () => within(dialog.getByRole('group', { name: 'Metric 1, changed by both of you' }));
  expect(dialog.getByRole('button', { name: 'Save merged version' })).toBeDisabled();
  await user.click(row().getByRole('button', { name: 'Use theirs' }));
  await user.click(dialog.getByRole('button', { name: 'Preview the result' }));
  const result = within(dialog.getByRole('region', { name: 'Result' }));
  expect(result.getByText('Metrics')).toBeVisible();
  expect(result.getByText(/9 weeks/)).toBeVisible();
  expect(result.queryByText(/towns/)).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Back to the choices' }));
  expect(row().getByRole('button', { name: 'Use theirs' })).toHaveAttribute('aria-pressed', 'true');
  backend.on({ [SAVE]: () => json(studyRow({ version: 6 })) });
  await user.click(dialog.getByRole('button', { name: 'Save merged version' }));
  expect(await screen.findByText(/^Saved /)).toBeVisible();
  expect(backend.requestsTo(SAVE).at(-1)?.body).toMatchObject({
    metrics: [
      { metric_value: '5', metric_label: 'people' },
      { metric_value: '12', metric_label: 'shop' },
      { metric_value: '9', metric_label: 'weeks' },
    ],
  });
});

test('R-04: long texts show the changed words', async () => {
  const backend = fakeSupabase(storedStudy({ challenge: 'The shop was closed on Sundays.' }));
  const { user } = await openStudy();
  await user.clear(field('Challenge'));
  await user.type(field('Challenge'), 'The shop was open on Sundays.');
  backend.on({
    [SAVE]: () => json(CONFLICT, 409),
    [LOAD]: () => json(studyRow({ version: 5, challenge: 'The shop was closed on Mondays.' })),
  });
  await user.click(saveButton());
  const group = within(await screen.findByRole('group', { name: 'Challenge' }));
  const words = (role: string) => group.getAllByRole(role).map(({ textContent }) => textContent);
  expect(words('deletion')).toEqual(['[removed: Sundays]', '[removed: closed]']);
  expect(words('insertion')).toEqual(['[added: Mondays]', '[added: open]']);
});

test('the checklist shows what is missing and links to the field', async () => {
  fakeSupabase(storedStudy({ service_tags: [], hero_image_url: null }));
  const { user } = await openStudy();
  const button = screen.getByRole('button', { name: /^Checklist \d to do$/ });
  await user.click(button);
  const list = within(screen.getByRole('dialog', { name: 'Before you publish' }));
  expect(list.getByText('Advice only: it can be saved as it is.')).toBeVisible();
  const tags = list.getByText('At least one service tag').closest('li');
  await user.click(within(tags ?? document.body).getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(field('Service tags')).toHaveFocus());
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();

  await user.click(button);
  await user.click(
    within(screen.getByText('Hero picture').closest('li') ?? document.body).getByRole('button'),
  );
  await waitFor(() => expect(field('Address of the hero image')).toHaveFocus());
});

test('the checklist follows the form and never prevents saving', async () => {
  fakeSupabase(storedStudy({ meta_description: null }));
  const { user } = await openStudy();
  const name = () => screen.getByRole('button', { name: /^Checklist/ }).textContent;
  const before = name();
  await user.click(field('Meta description'));
  await user.paste('x'.repeat(100));
  await waitFor(() => expect(name()).not.toBe(before));
  await user.click(saveButton());
  expect(await screen.findByText(/^Saved /)).toBeVisible();
});

/** The document inside the preview. */
async function previewed() {
  const frame = await screen.findByTitle('The page as visitors see it');
  if (!(frame instanceof HTMLIFrameElement)) throw new Error('The preview is no frame');
  return waitFor(() => {
    const page = frame.contentDocument?.body;
    if (!page?.querySelector('article')) throw new Error('The page is not drawn yet');
    return { frame, page: within(page) };
  });
}

function onWideScreen() {
  const narrow = window.matchMedia;
  window.matchMedia = (query) => ({ ...narrow(query), matches: query === '(min-width: 1280px)' });
  return () => {
    window.matchMedia = narrow;
  };
}

test('R-37: on a wide screen the preview is beside the form and follows it', async ({
  onTestFinished,
}) => {
  onTestFinished(onWideScreen());
  fakeSupabase(storedStudy());
  const first = await openStudy();
  await first.user.click(screen.getByRole('button', { name: 'Preview' }));
  expect(screen.getByRole('button', { name: 'Preview' })).toHaveAttribute('aria-pressed', 'true');
  const { page, frame } = await previewed();
  expect(page.getByRole('heading', { level: 1 })).toHaveTextContent('Larder & Lane');
  await first.user.type(title(), ' and more');
  await waitFor(() =>
    expect(page.getByRole('heading', { level: 1 })).toHaveTextContent('Larder & Lane and more'),
  );
  await first.user.click(screen.getByRole('button', { name: 'Phone' }));
  expect(frame).toHaveStyle({ width: '390px' });
  // A link in the preview does nothing, without a question about leaving.
  expect(fireEvent.click(page.getByRole('link', { name: 'Projects' }))).toBe(false);
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();

  first.unmount();
  await openStudy();
  expect(screen.getByRole('complementary', { name: 'Preview' })).toBeVisible();
});

test('R-37: on a narrow screen the preview opens over the form', async () => {
  fakeSupabase(storedStudy());
  const { user } = await openStudy();
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  expect(screen.getByRole('dialog', { name: 'Preview' })).toBeVisible();
  expect((await previewed()).page.getByRole('heading', { level: 1 })).toHaveTextContent('Larder');
  await user.click(screen.getByRole('button', { name: 'Close preview' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Preview' })).toHaveFocus();
});
