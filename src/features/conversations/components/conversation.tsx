import { useState, type FormEvent, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { CONVERSATION_LIMITS, replyTextSchema } from '@contracts/conversation';
import { MAIL_FILES_MAX, MAIL_FILES_MAX_BYTES } from '@contracts/document';
import { FileField, type ChosenFile } from '@/components/file-field';
import { KeptTextOffer } from '@/components/kept-text-offer';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Field, Textarea } from '@/components/ui/field';
import { QueryView } from '@/components/ui/query-view';
import { SkeletonText } from '@/components/ui/skeleton';
import { useAttemptId, useKeptText } from '@/hooks/use-kept-text';
import { AppError, messageOf } from '@/lib/errors';
import type { Me, Message } from '../model';
import { problemOf } from '../problem';
import { conversationQueries, useSendReply } from '../queries';
import { replyJournal } from '../journals';
import { FileList } from './file-list';
import { MessageLetter } from './message-letter';

export type ConversationProps = {
  enquiry: { id: string; name: string; email: string; isQuarantined: boolean };
  me: Me;
  /** Other ways to answer, beside the button that sends. */
  actions: ReactNode;
  /** After a reply was sent or refused. */
  onReplied: () => void;
};

/** The mails after the first message, and the form for the next reply. */
export function Conversation({ enquiry, me, actions, onReplied }: ConversationProps) {
  const messages = useQuery(conversationQueries.messages(enquiry.id));
  const files = useQuery(conversationQueries.files(enquiry.id));
  const filesOf = (messageId: string | null) =>
    files.data?.filter((file) => file.messageId === messageId) ?? [];
  const resending = useSendReply(enquiry.id, onReplied);

  function handleSendAgain({ id, text }: Message) {
    resending.mutate({
      id,
      enquiryId: enquiry.id,
      text,
      lastSeen: newestBesides(id, messages.data),
      // Those of the first try are stored.
      files: [],
    });
  }

  return (
    <section aria-label="Conversation" className="grid gap-6">
      <QueryView query={files} errorTitle="Failed to load the files" pending={null} empty={null}>
        {() => <FileList files={filesOf(null)} />}
      </QueryView>
      <QueryView
        query={messages}
        errorTitle="Failed to load the conversation"
        pending={<SkeletonText lines={2} className="max-w-measure" />}
        empty={null}
      >
        {(list) => (
          <ol className="grid gap-7">
            {list.map((message) => (
              <MessageLetter
                key={message.id}
                message={message}
                files={filesOf(message.id)}
                isMine={message.isReply && message.authorId === me.id}
                clientEmail={enquiry.email}
                isSending={resending.isPending && resending.variables.id === message.id}
                onSendAgain={() => handleSendAgain(message)}
              />
            ))}
          </ol>
        )}
      </QueryView>
      {resending.error && <ResendFailure error={resending.error} />}
      {enquiry.isQuarantined ? (
        <div className="flex flex-wrap gap-3">{actions}</div>
      ) : (
        <ReplyForm
          enquiry={enquiry}
          me={me}
          messages={messages.data}
          isReady={messages.isSuccess}
          actions={actions}
          onReplied={onReplied}
        />
      )}
    </section>
  );
}

/** The newest message on screen besides the reply: the backend refuses one from a screen without a newer message. */
function newestBesides(replyId: string, messages: readonly Message[] = []): string | null {
  return messages.findLast(({ id }) => id !== replyId)?.id ?? null;
}

type ReplyFormProps = ConversationProps & {
  messages: readonly Message[] | undefined;
  isReady: boolean;
};

function ReplyForm({ enquiry, me, messages, isReady, actions, onReplied }: ReplyFormProps) {
  const kept = useKeptText({ journal: replyJournal, owner: me.id, subject: enquiry.id });
  const { text, setText } = kept;
  const attemptId = useAttemptId();
  const sending = useSendReply(enquiry.id, onReplied);
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [isSent, setIsSent] = useState(false);
  const problem = text === '' ? null : problemOf(replyTextSchema, text);
  const isUnfit = text.trim() === '' || problem !== null;

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isUnfit || sending.isPending) return;
    setIsSent(false);
    const id = attemptId([text, ...files.map((chosen) => chosen.id)].join());
    sending.mutate(
      {
        ...{ id, enquiryId: enquiry.id, text, lastSeen: newestBesides(id, messages) },
        files: files.map(({ file }) => file),
      },
      {
        onSuccess: (state) => {
          setText('');
          setFiles([]);
          setIsSent(state === 'sent');
        },
      },
    );
  }

  return (
    <form onSubmit={handleSubmit} className="grid gap-3 border-t border-line pt-6">
      <KeptTextOffer noun="reply" kept={kept} />
      <Field
        label={`Reply to ${enquiry.name}`}
        hint={`Sent by email to ${enquiry.email}`}
        counter={CONVERSATION_LIMITS.reply}
        error={problem}
      >
        <Textarea rows={5} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <FileField
        files={files}
        max={MAIL_FILES_MAX}
        maxBytes={MAIL_FILES_MAX_BYTES}
        disabled={sending.isPending}
        onChange={setFiles}
      />
      {sending.error && <ReplyFailure error={sending.error} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          variant="primary"
          icon={<Send aria-hidden="true" />}
          disabled={isUnfit || !isReady}
          isPending={sending.isPending}
          pendingLabel="Sending..."
          className="max-tablet:w-full"
        >
          Send reply
        </Button>
        {actions}
        <p role="status" className="text-small text-muted">
          {isSent && text === '' && 'The reply was sent'}
        </p>
      </div>
    </form>
  );
}

const isUnseen = (error: Error) => error instanceof AppError && error.kind === 'conflict';

function ResendFailure({ error }: { error: Error }) {
  return isUnseen(error) ? (
    <Alert kind="warning" title="There is a newer message">
      It is shown above now. If the reply still fits, press 'Send again' once more.
    </Alert>
  ) : (
    <Alert kind="danger">{messageOf(error)}</Alert>
  );
}

function ReplyFailure({ error }: { error: Error }) {
  return isUnseen(error) ? (
    <Alert kind="warning" title="There is a newer message">
      It is shown above now. If your reply still fits, send it again.
    </Alert>
  ) : (
    <Alert kind="danger" title={messageOf(error)}>
      What you typed is still here.
    </Alert>
  );
}
