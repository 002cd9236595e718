import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { ClientLayout } from '@/components/layout/client-layout';
import { PageMessage } from '@/components/layout/page-message';
import { Button, ButtonLink } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import { site } from '@/content/site';
import { CaseStudyView } from '@/features/case-studies/components/case-study-view';
import { studyOfContent } from '@/features/case-studies/content';
import { PostView } from '@/features/posts/components/post-view';
import { postOfContent } from '@/features/posts/content';
import { openSignOff } from '@/features/sign-off/api';
import { ClientView } from '@/features/sign-off/components/client-view';
import { PassphraseForm } from '@/features/sign-off/components/passphrase-form';
import type { OpenedSignOff } from '@/features/sign-off/model';
import { refusalMessages } from '@/features/sign-off/outcomes';
import { messageOf } from '@/lib/errors';
import { paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';

/** What a client reads, comments and approves by a link. */
export function SignOffPage() {
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token');
  useDocumentMeta({ title: `For your approval | ${site.name}`, description: '', noindex: true });
  return (
    <ClientLayout>
      {token ? (
        <SignOff key={token} token={token} />
      ) : (
        <PageMessage {...refusalMessages.missing} actions={<Contact />} />
      )}
    </ClientLayout>
  );
}

function SignOff({ token }: { token: string }) {
  const [passphrase, setPassphrase] = useState<string | null>(null);
  const key = { token, passphrase };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['sign-off', token, passphrase],
    queryFn: ({ signal }) => openSignOff(key, signal),
    // The form stays while another passphrase is tried.
    placeholderData: keepPreviousData,
    // The client decides what is asked again: a wrong passphrase counts.
    ...{ retry: false, staleTime: Infinity, gcTime: 0, refetchOnMount: false },
    networkMode: 'always',
  });
  if (data && 'id' in data) {
    return (
      <ClientView signOffKey={key} opened={data} onChanged={() => void refetch()}>
        <DocumentPage opened={data} />
      </ClientView>
    );
  }
  if (data) {
    const { outcome } = data;
    const asksPassphrase = outcome === 'passphrase' || outcome === 'wrong-passphrase';
    return (
      <PageMessage
        {...refusalMessages[outcome]}
        actions={
          asksPassphrase ? (
            <PassphraseForm
              isWrong={outcome === 'wrong-passphrase'}
              isPending={isFetching}
              onEnter={(typed) => (typed === passphrase ? void refetch() : setPassphrase(typed))}
            />
          ) : (
            <Contact />
          )
        }
      />
    );
  }
  if (error) {
    return (
      <PageMessage
        role="alert"
        title="The text could not be loaded"
        text={messageOf(error)}
        actions={
          <Button variant="primary" isPending={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      />
    );
  }
  return (
    <div className="grid min-h-[60svh] place-items-center">
      <Spinner label="Loading the text…" />
    </div>
  );
}

function Contact() {
  return (
    <ButtonLink to={paths.contact} variant="primary">
      Write to us
    </ButtonLink>
  );
}

function DocumentPage({ opened }: { opened: OpenedSignOff }) {
  const { kind, content, id, askedAt, pictureFacts } = opened;
  const savedAt = askedAt.toISOString();
  if (kind === 'case-study') {
    return <CaseStudyView study={studyOfContent(content, id, savedAt, pictureFacts)} />;
  }
  const post = postOfContent(content, id, savedAt, pictureFacts);
  return post && <PostView post={post} related={[]} newer={undefined} older={undefined} />;
}
