import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { z } from 'zod';
import { FormSection } from '@/components/layout/admin-page';
import { Button, ButtonLink } from '@/components/ui/button';
import { DeletedDocuments } from '@/documents/components/deleted-documents';
import { DocumentEditor } from '@/documents/components/document-editor';
import { DocumentForm, type DocumentFormSlots } from '@/documents/components/document-form';
import { SectionFields } from '@/documents/components/section-fields';
import { SaveButton } from '@/documents/components/save-bar';
import type { Fields } from '@/documents/fields';
import { defineKind, type DocumentApi, type Revision, type TrashApi } from '@/documents/kind';
import { openedValues, type OpenedDocument } from '@/documents/opened';
import { useDocumentEditor } from '@/documents/use-document-editor';
import { AppError } from '@/lib/errors';
import { DocumentHistoryPage } from '@/pages/admin/document-history-page';

const termSchema = z.object({
  title: z.string().trim().min(1, 'Please enter the term').max(80),
  meaning: z.string().max(2000),
  area: z.string(),
  synonyms: z.array(z.string()),
});
export type Term = z.infer<typeof termSchema>;

const fields: Fields<Term> = {
  title: { type: 'line', label: 'Name', limit: 80, section: 'term' },
  meaning: { type: 'text', label: 'Meaning', limit: 2000, section: 'term', rows: 4 },
  area: {
    type: 'choice',
    label: 'Area',
    section: 'term',
    options: { design: 'Design', code: 'Code' },
  },
  synonyms: { type: 'tags', label: 'Synonyms', section: 'term', maxCount: 5, maxLength: 40 },
};

/** A backend in memory: the saved versions of each term, and which terms are deleted. */
function createTermApi() {
  const saved = new Map<string, Revision<Term>[]>();
  const deleted = new Map<string, string>();
  const versionsOf = (id: string) => saved.get(id) ?? [];
  const latest = (id: string) => {
    const revision = deleted.has(id) ? undefined : versionsOf(id).at(-1);
    if (!revision) throw new AppError('not-found', 'There is no such term');
    return revision;
  };
  const push = (id: string, input: Term, restoredFrom: number | null = null) => {
    const version = versionsOf(id).length + 1;
    const savedAt = new Date().toISOString();
    const revision = {
      version,
      savedAt,
      savedBy: 'ada@example.com',
      restoredFrom,
      isWorkingCopy: false,
      input,
    };
    saved.set(id, [...versionsOf(id), revision]);
    return { id, version, input, createdAt: null, savedAt };
  };
  const expect = (id: string, version: number) => {
    if (latest(id).version !== version) throw new AppError('conflict', 'It has changed');
  };
  const api: DocumentApi<Term> & TrashApi = {
    get: async (id) => ({ id, createdAt: null, ...latest(id) }),
    save: async ({ id, version, input }) => {
      if (version !== null) expect(id, version);
      return push(id, input);
    },
    remove: async (id) => {
      latest(id);
      deleted.set(id, new Date().toISOString());
    },
    listDeleted: async () =>
      [...deleted].map(([id, deletedAt]) => ({
        id,
        deletedAt,
        title: versionsOf(id).at(-1)?.input.title ?? '',
      })),
    restore: async (id) => void deleted.delete(id),
    purge: async (id) => void (deleted.delete(id) && saved.delete(id)),
    listRevisions: async ({ id, upTo, limit }) =>
      versionsOf(id)
        .filter(({ version }) => version <= upTo)
        .reverse()
        .slice(0, limit),
    getRevisions: async (id, versions) =>
      versionsOf(id).filter(({ version }) => versions.includes(version)),
    findSave: async () => null,
    restoreVersion: async ({ id, chosen, current }) => {
      expect(id, current.version);
      return push(id, chosen.input, chosen.version).version;
    },
    problemsOf: () => ({}),
  };
  const list = () =>
    [...saved.keys()].filter((id) => !deleted.has(id)).map((id) => ({ id, ...latest(id).input }));
  return { api, list };
}

const { api, list } = createTermApi();

export const termKind = defineKind<Term>({
  id: 'term',
  noun: 'term',
  plural: 'terms',
  fields,
  titleOf: ({ title }) => title.trim(),
  key: ['terms'],
  api,
  paths: {
    list: '/terms',
    edit: (id) => `/terms/${id}`,
    history: (id) => `/terms/${id}/history`,
  },
});

function TermForm({ opened, slots }: { opened: OpenedDocument<Term>; slots: DocumentFormSlots }) {
  const form = useForm<Term, unknown, Term>({
    resolver: zodResolver(termSchema),
    defaultValues: openedValues(termKind, opened),
  });
  const { userId, onCreated } = slots;
  const editor = useDocumentEditor(termKind, form, { opened, userId, onCreated });
  const canSave = useWatch({ control: form.control, name: 'title' }).trim() !== '';
  return (
    <FormProvider {...form}>
      <DocumentForm
        kind={termKind}
        form={form}
        editor={editor}
        slots={slots}
        canSave={canSave}
        actions={(askToDelete) => (
          <>
            <ButtonLink to={termKind.paths.history(editor.stored.id)}>History</ButtonLink>
            <Button onClick={askToDelete}>Delete</Button>
          </>
        )}
        buttons={() => (
          <SaveButton isSaving={editor.isSaving} isDisabled={!canSave}>
            Save term
          </SaveButton>
        )}
      >
        <FormSection title="Term">
          <SectionFields fields={fields} section="term" />
        </FormSection>
      </DocumentForm>
    </FormProvider>
  );
}

function TermPage() {
  const { id } = useParams();
  const navigate = useNavigate();
  const slots: DocumentFormSlots = {
    userId: 'ada',
    isSignedIn: true,
    onCreated: (newId) => void navigate(termKind.paths.edit(newId), { replace: true }),
    onDeleted: () => void navigate(termKind.paths.list),
    onDuplicated: (copyId) => void navigate(termKind.paths.edit(copyId)),
  };
  const session = { userId: 'ada', email: 'ada@example.com' } as const;
  return (
    <DocumentEditor kind={termKind} id={id} session={session}>
      {(opened) => <TermForm opened={opened} slots={slots} />}
    </DocumentEditor>
  );
}

function TermsPage() {
  const terms = useQuery({ queryKey: [...termKind.key, 'list'], queryFn: async () => list() });
  return (
    <main>
      <h1>Terms</h1>
      <Link to="/terms/new">New term</Link>
      <ul aria-label="Terms">
        {terms.data?.map(({ id, title }) => (
          <li key={id}>
            <Link to={termKind.paths.edit(id)}>{title}</Link>
          </li>
        ))}
      </ul>
      <DeletedDocuments kind={termKind} />
    </main>
  );
}

export const termRoutes = [
  { path: '/terms', element: <TermsPage /> },
  { path: '/terms/new', element: <TermPage /> },
  { path: '/terms/:id', element: <TermPage /> },
  { path: '/terms/:id/history', element: <DocumentHistoryPage kind={termKind} /> },
];
