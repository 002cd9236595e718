import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeSupabase } from '../../support/fake-supabase';
import { badge, field, openStudy, storedStudy } from './form-setup';

const ADDRESS = 'https://youtu.be/dQw4w9WgXcQ?si=x';
const PAGE = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const EMBED = '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" title="Our film"></iframe>';
const QUESTION = 'This is a YouTube video. Insert it as a video?';
const button = (name: string) => screen.getByRole('button', { name });

/** Pastes into the challenge, whose text is 'before after', between the words. */
async function paste(text: string) {
  fakeSupabase(storedStudy({ challenge: 'before after' }));
  const { user } = await openStudy();
  const area = field('Challenge');
  if (!(area instanceof HTMLTextAreaElement)) throw new Error('The challenge is no text area');
  await user.click(area);
  area.setSelectionRange(7, 7);
  await user.paste(text);
  return { user, area };
}

test('a pasted address of a video is inserted on a line of its own', async () => {
  const { user, area } = await paste(ADDRESS);
  expect(screen.getByText(QUESTION)).toBeVisible();
  expect(area).toHaveValue(`before ${ADDRESS}after`);
  await user.click(button('Insert'));
  expect(area).toHaveValue(`before \n${PAGE}\nafter`);
  expect(area).toHaveFocus();
  expect(badge()).toBeVisible();
  expect(screen.queryByText(QUESTION)).not.toBeInTheDocument();
});

test('kept as text, the address is no video', async () => {
  const { user, area } = await paste(ADDRESS);
  await user.click(button('Keep as text'));
  expect(area).toHaveValue(`before <${ADDRESS}>after`);
});

test('pasted embed code of a video is inserted with its title', async () => {
  const { user, area } = await paste(EMBED);
  expect(area).toHaveValue(`before ${EMBED}after`);
  await user.click(button('Insert'));
  expect(area).toHaveValue(`before \n[Our film](${PAGE})\nafter`);
});

test('kept as text, embed code becomes visible code', async () => {
  const { user, area } = await paste(EMBED);
  await user.click(button('Keep as text'));
  expect(area).toHaveValue(`before \`${EMBED}\`after`);
});

test('embed code of another page becomes a link, with a message', async () => {
  const { user, area } = await paste('<iframe src="https://maps.example/embed?x=1"></iframe>');
  expect(area).toHaveValue('before [maps.example](https://maps.example/embed?x=1)after');
  expect(
    screen.getByText(
      /Only videos of YouTube and Vimeo can be embedded\. The page of maps\.example/,
    ),
  ).toBeVisible();
  await user.click(button('Close'));
  expect(screen.queryByText(/can be embedded/)).not.toBeInTheDocument();
});

test('embed code without an address stays as it was pasted, with a message', async () => {
  const { area } = await paste('<iframe srcdoc="x"></iframe>');
  expect(area).toHaveValue('before <iframe srcdoc="x"></iframe>after');
  expect(screen.getByText(/has no web address/)).toBeVisible();
});

test('the checklist notices embed code in a stored text', async () => {
  fakeSupabase(storedStudy({ results: EMBED }));
  const { user } = await openStudy();
  await user.click(screen.getByRole('button', { name: /^Checklist/ }));
  expect(await screen.findByText(/^Visitors see an <iframe> as text/)).toBeVisible();
});
