import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { AdminPage } from '@/components/layout/admin-page';
import { Alert } from '@/components/ui/alert';
import { Button, ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Spinner } from '@/components/ui/spinner';
import { AppError, messageOf } from '@/lib/errors';
import { paths } from '@/lib/paths';
import { getCaseStudy } from '../api';
import { readQueuedSave } from '../queued-saves';
import { caseStudyJournal } from '../unsaved-text';
import type { OpenedCaseStudy } from '../use-case-study-editor';
import { CaseStudyForm, type CaseStudyFormProps } from './case-study-form';

export type EditorSession = {
  status: 'checking' | 'signed-out' | 'signed-in';
  userId: string | null;
  email: string | null;
};

type FormSlots = Omit<
  CaseStudyFormProps,
  keyof OpenedCaseStudy | 'userId' | 'email' | 'isSignedIn'
>;

export type CaseStudyEditorProps = FormSlots & {
  /** Undefined for a new one. Read once: a study created here goes on under its new address. */
  id: string | undefined;
  session: EditorSession;
};

/** The form with everything that comes before it: the session, the study, what can go wrong. */
export function CaseStudyEditor({ id, session, ...form }: CaseStudyEditorProps) {
  const [openedId] = useState(id);
  // Once the form is open, a session that ends must not take the text away.
  const [isOpen, setIsOpen] = useState(session.status === 'signed-in');
  if (session.status === 'signed-in' && !isOpen) setIsOpen(true);

  if (!isOpen && session.status === 'checking') {
    return (
      <Frame isNew={openedId === undefined}>
        <Spinner label="Checking authentication..." />
      </Frame>
    );
  }
  if (!isOpen) {
    return (
      <Frame isNew={openedId === undefined}>
        <EmptyState
          title="Authentication Required"
          description="Please log in to write and change case studies."
          action={
            <ButtonLink to={paths.admin} variant="primary">
              Go to Login
            </ButtonLink>
          }
        />
      </Frame>
    );
  }
  const { status, userId, email } = session;
  const props = { ...form, userId, email, isSignedIn: status === 'signed-in' };
  return openedId === undefined ? (
    <CaseStudyForm study={null} {...props} />
  ) : (
    <StoredCaseStudyForm id={openedId} {...props} />
  );
}

type StoredCaseStudyFormProps = Omit<CaseStudyFormProps, keyof OpenedCaseStudy> & { id: string };

function StoredCaseStudyForm({ id, ...form }: StoredCaseStudyFormProps) {
  const opened = useQuery({
    // Apart from the lists and previews: saving refreshes those, and must not refetch this under
    // the hands of the person typing. Read anew whenever the form opens, never while it is open.
    queryKey: ['case-study-editor', id],
    queryFn: ({ signal }) => openCaseStudy(id, form.userId, signal),
    staleTime: Infinity,
    gcTime: 0,
    networkMode: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (opened.data) return <CaseStudyForm {...opened.data} {...form} />;
  if (opened.isPending) {
    return (
      <Frame>
        <Spinner label="Loading case study..." />
      </Frame>
    );
  }
  if (isNotFound(opened.error)) {
    return (
      <Frame>
        <EmptyState
          title="Case study not found"
          description="It may have been deleted, or the address is not complete."
          action={<ButtonLink to={paths.adminCaseStudies}>Go to the case studies</ButtonLink>}
        />
      </Frame>
    );
  }
  return (
    <Frame>
      <Alert
        kind="danger"
        title="The case study could not be loaded"
        action={
          <Button
            size="small"
            icon={<RotateCw aria-hidden="true" />}
            isPending={opened.isFetching}
            onClick={() => void opened.refetch()}
          >
            Try again
          </Button>
        }
      >
        {messageOf(opened.error)}
      </Alert>
    </Frame>
  );
}

async function openCaseStudy(
  id: string,
  userId: string | null,
  signal: AbortSignal,
): Promise<OpenedCaseStudy> {
  const queued = await readQueuedSave(id);
  try {
    return { study: await getCaseStudy(id, signal), queued };
  } catch (error) {
    if (!isNotFound(error)) throw error;
    if (queued) return { study: null, queued };
    const [left] = userId === null ? [] : await caseStudyJournal.read(id, userId);
    if (!left) throw error;
    return { study: null, orphan: left.text };
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'not-found';
}

function Frame({ isNew = false, children }: { isNew?: boolean; children: ReactNode }) {
  return (
    <AdminPage
      width="form"
      title={isNew ? 'New case study' : 'Edit case study'}
      backLink={{ label: 'Back to case studies', to: paths.adminCaseStudies }}
    >
      {children}
    </AdminPage>
  );
}
