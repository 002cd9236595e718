import { FOREIGN_PICTURE } from '@contracts/url';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeSupabase } from '../../support/fake-supabase';
import {
  badge,
  field,
  openEditor,
  openStudy,
  SAVE,
  saveButton,
  section,
  storedStudy,
  title,
} from './form-setup';

test('FORM-15..19: basic information, with the status draft at first', () => {
  fakeSupabase();
  openEditor();
  const basics = section('Basic Information');
  expect(basics.getByRole('textbox', { name: /^Title/ })).toBeRequired();
  const status = basics.getByRole('combobox', { name: 'Status' });
  expect(status).toHaveValue('draft');
  expect(
    within(status)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Draft', 'Published']);
  for (const name of ['Headline', 'Subhead', 'Description']) {
    expect(basics.getByRole('textbox', { name })).toHaveValue('');
  }
});

test.each([
  ['FORM-20..23', 'Content Sections', ['Challenge', 'Solution', 'Results', 'What we loved']],
  [
    'FORM-27..33',
    'Additional Information',
    [
      'Client name',
      'Client website',
      'Address of the client logo',
      'Timeline',
      'Role',
      'Client quote',
      'Address of the hero image',
    ],
  ],
  [
    'R-20',
    'Tags, search and call to action',
    [
      'Service tags',
      'Technologies',
      'Industry',
      'Outcome',
      'Meta description',
      'Call to action headline',
      'Call to action text',
    ],
  ],
])('%s: the fields of %s', (_numbers, name, fields) => {
  fakeSupabase();
  openEditor();
  for (const label of fields) {
    // Suggests the services in use.
    const role = label === 'Service tags' ? 'combobox' : 'textbox';
    expect(section(name).getByRole(role, { name: label })).toBeVisible();
  }
});

test('a stored study fills every field', async () => {
  fakeSupabase(
    storedStudy({
      headline: 'Сырная доска 🧀',
      status: 'published',
      service_tags: ['Branding'],
      technologies: ['Postgres'],
      cta_headline: 'Yours next?',
      case_study_metrics: [{ metric_value: '+64 %', metric_label: 'baskets', display_order: 1 }],
    }),
  );
  await openStudy();
  expect(field('Headline')).toHaveValue('Сырная доска 🧀');
  expect(screen.getByRole('combobox', { name: 'Status' })).toHaveValue('published');
  expect(screen.getByText('Branding')).toBeVisible();
  expect(screen.getByText('Postgres')).toBeVisible();
  expect(field('Call to action headline')).toHaveValue('Yours next?');
  expect(screen.getAllByRole('textbox', { name: 'Value' })).toHaveLength(1);
});

test('FORM-24, FORM-25, CONST-7: metrics start with three empty rows, and rows can be added and removed', async () => {
  fakeSupabase();
  const { user } = openEditor();
  const values = () => screen.getAllByRole('textbox', { name: 'Value' });
  expect(values()).toHaveLength(3);
  await user.type(values()[1] ?? title(), '7');
  await user.click(screen.getByRole('button', { name: 'Remove metric 1' }));
  expect(values()).toHaveLength(2);
  expect(values()[0]).toHaveValue('7');
  await user.click(screen.getByRole('button', { name: 'Add metric' }));
  expect(values()).toHaveLength(3);
  expect(values()[2]).toHaveFocus();
});

test('rows can be moved and the button keeps the focus', async () => {
  fakeSupabase();
  const { user } = openEditor();
  const values = () => screen.getAllByRole('textbox', { name: 'Value' });
  await user.type(values()[0] ?? title(), 'first');
  await user.click(screen.getByRole('button', { name: 'Move metric 1 down' }));
  expect(values()[1]).toHaveValue('first');
  expect(screen.getByRole('button', { name: 'Move metric 2 down' })).toHaveFocus();
});

test('FORM-26: gallery rows with URL, caption and alt text can be added and removed', async () => {
  fakeSupabase();
  const { user } = openEditor();
  await user.click(screen.getByRole('button', { name: 'Add by address' }));
  const row = within(screen.getByRole('group', { name: 'Picture 1' }));
  expect(row.getByRole('textbox', { name: 'Image URL' })).toHaveFocus();
  expect(row.getByRole('textbox', { name: 'Caption' })).toBeVisible();
  expect(row.getByRole('textbox', { name: 'Alt text' })).toBeVisible();
  await user.click(row.getByRole('button', { name: 'Remove picture 1' }));
  expect(screen.queryByRole('group', { name: 'Picture 1' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Add by address' })).toHaveFocus();
});

test('R-21: rows that will be dropped show it with the reason', async () => {
  fakeSupabase();
  const { user } = openEditor();
  const metric = within(screen.getByRole('group', { name: 'Metric 1' }));
  await user.type(metric.getByRole('textbox', { name: 'Value' }), '7');
  expect(metric.getByText('Will not be saved: it has no label')).toBeVisible();
  await user.type(metric.getByRole('textbox', { name: 'Label' }), 'shops');
  expect(metric.queryByText(/Will not be saved/)).not.toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'Add by address' }));
  const picture = within(screen.getByRole('group', { name: 'Picture 1' }));
  expect(picture.getByText('Will not be saved: it has no picture')).toBeVisible();
  await user.type(picture.getByRole('textbox', { name: 'Image URL' }), 'https://a.example/1.png');
  expect(picture.queryByText(/Will not be saved/)).not.toBeInTheDocument();
});

test('a picked picture fills the URL and leaves the alternative text to the library', async () => {
  fakeSupabase();
  const { user } = openEditor({
    renderPicturePicker: ({ label, onPick }) => (
      <button type="button" onClick={() => onPick('https://a.example/pick.png', 'Suggested')}>
        Pick for {label}
      </button>
    ),
  });
  await user.click(screen.getByRole('button', { name: 'Pick for the hero image' }));
  expect(field('Address of the hero image')).toHaveValue('https://a.example/pick.png');
  await user.click(screen.getByRole('button', { name: 'Add by address' }));
  await user.click(screen.getByRole('button', { name: 'Pick for gallery picture 1' }));
  expect(field('Image URL')).toHaveValue('https://a.example/pick.png');
  expect(field('Alt text')).toHaveValue('');
  expect(badge()).toBeVisible();
});

test('FORM-26, FORM-29, FORM-33: the addresses of pictures are in sight and are typed in place', async () => {
  const server = fakeSupabase(storedStudy());
  const { user } = await openStudy();
  const address = field('Address of the hero image');
  expect(address).toBeVisible();
  expect(address).not.toHaveAttribute('tabindex');
  expect(field('Address of the client logo')).toBeVisible();
  await user.clear(address);
  await user.type(address, 'https://a.example/cover.webp');
  await user.click(saveButton());
  expect(await screen.findByText(FOREIGN_PICTURE)).toBeVisible();
  expect(address).toHaveFocus();
  await user.clear(address);
  await user.type(address, '/storage/v1/object/public/images/cover.webp');
  await user.click(saveButton());
  await waitFor(() =>
    expect(server.requestsTo(SAVE)[0]?.body).toMatchObject({
      fields: { hero_image_url: '/storage/v1/object/public/images/cover.webp' },
    }),
  );
});

test('an empty alternative text shows what the library has instead', async () => {
  fakeSupabase(
    storedStudy({
      case_study_gallery: ['known.jpg', 'bare.jpg'].map((name, index) => ({
        image_url: `/storage/v1/object/public/images/${name}`,
        caption: null,
        alt_text: null,
        display_order: index + 1,
      })),
    }),
  );
  const facts = { 'known.jpg': { alt: 'Seven jars' } };
  await openStudy({}, facts);
  const [known, bare] = section('Gallery').getAllByRole('textbox', {
    name: 'Alt text',
  });
  expect(known).toHaveAttribute('placeholder', 'Empty: the text of the library, “Seven jars”');
  expect(bare).toHaveAttribute(
    'placeholder',
    'Empty: the text of the library, which has none for this picture',
  );
});

test('an alternative text is shown whole and has no line breaks', async () => {
  const picture = { image_url: '/storage/v1/object/public/images/a.jpg', caption: null };
  const gallery = [{ ...picture, alt_text: null, display_order: 1 }];
  const server = fakeSupabase(storedStudy({ case_study_gallery: gallery }));
  const { user } = await openStudy();
  const text = field('Alt text');
  await user.click(text);
  await user.paste('Seven jars\nin a row');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(server.requestsTo(SAVE)).toHaveLength(1));
  expect(server.requestsTo(SAVE)[0]?.body).toMatchObject({
    gallery: [{ alt_text: 'Seven jars in a row' }],
  });
});

test('FORM-35: saving is disabled without a title', async () => {
  fakeSupabase();
  const { user } = openEditor();
  expect(saveButton()).toBeDisabled();
  await user.type(title(), '   ');
  expect(saveButton()).toBeDisabled();
  await user.type(title(), 'L');
  expect(saveButton()).toBeEnabled();
});

test.each(['{Control>}s{/Control}', '{Meta>}s{/Meta}', '{Enter}'])(
  'FORM-34, R-21: %s without a title shows the error beside the field',
  async (keys) => {
    const backend = fakeSupabase();
    const { user } = openEditor();
    await user.type(field('Headline'), 'Kept');
    await user.keyboard(keys);
    expect(
      await screen.findByRole('textbox', {
        name: /^Title/,
        description: 'Please enter a title for the case study',
      }),
    ).toHaveFocus();
    expect(field('Headline')).toHaveValue('Kept');
    expect(backend.requestsTo(SAVE)).toHaveLength(0);
  },
);

test('FORM-34: Enter in a row saves, as in other fields', async () => {
  const backend = fakeSupabase(storedStudy());
  const { user } = await openStudy();
  await user.click(screen.getByRole('button', { name: 'Add metric' }));
  const metric = within(screen.getByRole('group', { name: 'Metric 1' }));
  await user.type(metric.getByRole('textbox', { name: 'Value' }), '12 %{Enter}');
  await vi.waitFor(() => expect(backend.requestsTo(SAVE)).toHaveLength(1));
});

test('an error disappears while it is corrected, not when the field is left: a press elsewhere would miss its target', async () => {
  fakeSupabase();
  const { user } = openEditor();
  await user.type(field('Headline'), 'Kept{Enter}');
  expect(await screen.findByText('Please enter a title for the case study')).toBeVisible();
  await user.type(title(), 'L');
  await waitFor(() =>
    expect(screen.queryByText('Please enter a title for the case study')).not.toBeInTheDocument(),
  );
  expect(title()).toHaveFocus();
});

test('passing through an empty title shows no error', async () => {
  fakeSupabase();
  const { user } = openEditor();
  await user.click(title());
  await user.tab();
  expect(screen.queryByText('Please enter a title for the case study')).not.toBeInTheDocument();
});

test('200,000 characters stay in the field, which shows the limit on blur', async () => {
  const backend = fakeSupabase();
  const { user } = openEditor();
  await user.type(title(), 'Long');
  await user.click(field('Challenge'));
  await user.paste('ы'.repeat(200_000));
  await user.tab();
  expect(
    await screen.findByRole('textbox', {
      name: 'Challenge',
      description: /Please keep this to 20,000 characters/,
    }),
  ).toBeInvalid();
  await user.click(saveButton());
  expect(backend.requestsTo(SAVE)).toHaveLength(0);
  expect(
    screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Challenge' }).value,
  ).toHaveLength(200_000);
});

test.each([
  ['Client website', 'ftp://files.example', 'Only HTTP and HTTPS URLs are allowed'],
  ['Client website', 'larder lane', 'Please enter a valid URL'],
  ['Address of the hero image', 'https://a.example/cover.webp', FOREIGN_PICTURE],
  ['Address of the client logo', 'javascript:alert(1)', FOREIGN_PICTURE],
  ['Headline', 'h'.repeat(201), 'Please keep this to 200 characters'],
  ['Industry', '🧀'.repeat(81), 'Please keep this to 80 characters'],
])('%s shows the error of a wrong text beside the field (case %#)', async (name, text, message) => {
  fakeSupabase();
  const { user } = openEditor();
  fireEvent.input(field(name), { target: { value: text } });
  await user.click(field(name));
  await user.tab();
  expect(await screen.findByText(message)).toBeVisible();
  expect(field(name)).toBeInvalid();
});

test('the address of the client gets https:// when it has no scheme', async () => {
  fakeSupabase();
  const { user } = openEditor();
  await user.type(field('Client website'), 'client.pt');
  await user.tab();
  expect(field('Client website')).toHaveValue('https://client.pt');
  expect(field('Client website')).toBeValid();
});

test('the character counter appears only near the limit', async () => {
  fakeSupabase();
  openEditor();
  fireEvent.input(field('Headline'), { target: { value: 'h'.repeat(150) } });
  expect(screen.queryByText(/of 200 characters/)).not.toBeInTheDocument();
  fireEvent.input(field('Headline'), { target: { value: 'h'.repeat(190) } });
  expect(await screen.findByText('190 of 200 characters')).toBeVisible();
});

test('fifty gallery rows: typing in one re-renders no other', async () => {
  fakeSupabase(
    storedStudy({
      case_study_gallery: Array.from({ length: 50 }, (_, index) => ({
        image_url: `https://a.example/${index}.png`,
        caption: null,
        alt_text: null,
        display_order: index + 1,
      })),
    }),
  );
  const renderPicturePicker = vi.fn(() => null);
  await openStudy({ renderPicturePicker });
  const ownedByAll = screen.getByRole<HTMLFormElement>('form', { name: 'Case study' }).elements;
  expect([...ownedByAll].filter((one) => one instanceof HTMLInputElement).length).toBeLessThan(30);
  const before = renderPicturePicker.mock.calls.length;
  // By name: looking up a label among so many takes jsdom half a minute.
  const [caption] = document.getElementsByName('gallery.25.caption');
  if (!(caption instanceof HTMLTextAreaElement)) throw new Error('There is no row 26');
  expect([...(caption.form?.elements ?? [])].map((one) => one.getAttribute('name'))).toEqual([
    'gallery.25.url',
    'gallery.25.caption',
    'gallery.25.altText',
  ]);
  fireEvent.input(caption, { target: { value: 'abc' } });
  expect(caption).toHaveValue('abc');
  expect(await screen.findByText('Unsaved changes')).toBeInTheDocument();
  expect(renderPicturePicker.mock.calls.length).toBe(before);
});

test('challenge, solution and results have a preview', async () => {
  fakeSupabase(storedStudy({ challenge: '**one** _two_' }));
  const { user } = await openStudy();
  await user.click(screen.getByRole('button', { name: 'Preview of Challenge' }));
  const preview = await screen.findByRole('region', { name: 'Challenge: preview' });
  await waitFor(() => expect(preview.querySelector('strong')).toHaveTextContent('one'));
  expect(preview.querySelector('em')).toHaveTextContent('two');
});

test('a text that cannot be rendered is refused beside its field and stays', async () => {
  const backend = fakeSupabase(storedStudy());
  const { user } = await openStudy();
  const markdown = '![Pears](https://other.example/pears.jpg)';
  fireEvent.change(field('Solution'), { target: { value: markdown } });
  await user.click(saveButton());
  await waitFor(() => expect(field('Solution')).toBeInvalid());
  expect(field('Solution')).toHaveAccessibleDescription(/is on another website\. Please upload it/);
  expect(field('Solution')).toHaveValue(markdown);
  expect(backend.requestsTo(SAVE)).toEqual([]);
});
