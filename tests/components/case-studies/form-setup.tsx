import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { clear, createStore } from 'idb-keyval';
import { beforeEach, onTestFinished, vi } from 'vitest';
import { createQueryClient } from '@/app/query-client';
import type { PictureFacts } from '@contracts/picture-facts';
import type { EditorSession } from '@/documents/components/document-editor';
import { LibraryFacts } from '@/documents/library-facts';
import {
  CaseStudyEditor,
  type CaseStudyEditorProps,
} from '@/features/case-studies/components/case-study-editor';
import type { CaseStudyRow } from '@/features/case-studies/model';
import { createTestRouter } from '../../support/data-router';
import { json, PERSON, type FakeRoutes } from '../../support/fake-supabase';
import { closeNotices } from '../../support/notices';
import { STUDY_ID, studyRow } from './public-study';

export const LOAD = 'GET /rest/v1/case_studies';
export const SAVE = 'POST /rest/v1/rpc/save_case_study';
export const DELETE = 'DELETE /rest/v1/case_studies';

export const signedIn: EditorSession = { userId: PERSON.id, email: 'ada@example.com' };

// Unsaved text of one test is not offered in the next.
beforeEach(() => clear(createStore('journal', 'entries')));

type EditorOptions = Partial<CaseStudyEditorProps>;

/** The editor as the page mounts it, with a list before it in the history. */
export function openEditor(options: EditorOptions = {}, facts: PictureFacts | null = null) {
  const props = {
    id: undefined,
    session: signedIn,
    onCreated: vi.fn(),
    onDeleted: vi.fn(),
    onDuplicated: vi.fn(),
    ...options,
  };
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false } });
  onTestFinished(closeNotices);
  const inRouter = createTestRouter();
  const at = (more: EditorOptions) => (
    <QueryClientProvider client={client}>
      {inRouter(
        <LibraryFacts value={facts}>
          <CaseStudyEditor {...props} {...more} />
        </LibraryFacts>,
      )}
    </QueryClientProvider>
  );
  const { rerender, unmount } = render(at({}));
  return {
    ...props,
    client,
    user: userEvent.setup(),
    update: (more: EditorOptions) => rerender(at(more)),
    unmount,
  };
}

/** Opens a stored study and waits for its form. */
export async function openStudy(options: EditorOptions = {}, facts: PictureFacts | null = null) {
  const opened = openEditor({ id: STUDY_ID, ...options }, facts);
  await screen.findByText(/Editing existing case study/);
  return opened;
}

/** Loading returns this row, saving increments its version. */
export function storedStudy(overrides: Partial<CaseStudyRow> = {}): FakeRoutes {
  const row = studyRow({ version: 3, ...overrides });
  let version = row.version;
  return {
    [LOAD]: () => json(row),
    [SAVE]: () => {
      version += 1;
      return json({ ...row, version });
    },
  };
}

export const field = (name: string) => screen.getByLabelText(name, { exact: true });
export const title = () => screen.getByLabelText(/^Title/);
export const saveButton = () => screen.getByRole('button', { name: 'Save Case Study' });
export const badge = () => screen.queryByText('Unsaved changes');

export function section(name: string) {
  const heading = screen.getByRole('heading', { name, level: 2 });
  const found = heading.closest('section');
  if (!found) throw new Error(`${name} heads no section`);
  return within(found);
}
