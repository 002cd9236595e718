import { RotateCw } from 'lucide-react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { dayAndTimeOf } from '@/lib/moment';
import type { ConversationFile, Message } from '../model';
import { splitQuote } from '../quote';
import { FileList } from './file-list';

export type MessageLetterProps = {
  message: Message;
  files: readonly ConversationFile[];
  isMine: boolean;
  /** The address of the enquiry: a mail from another one says so. */
  clientEmail: string;
  isSending: boolean;
  onSendAgain: () => void;
};

/** One reply or mail of a conversation, as a letter: sender and time above the text. */
export function MessageLetter({
  message,
  files,
  isMine,
  clientEmail,
  isSending,
  onSendAgain,
}: MessageLetterProps) {
  const { isReply, authorEmail, authorName, createdAt, text, attachmentNames } = message;
  const isOtherSender = !isReply && authorEmail.toLowerCase() !== clientEmail.toLowerCase();
  const { own, quoted } = isReply ? { own: text, quoted: null } : splitQuote(text);
  return (
    <li className="grid gap-3 border-t border-line pt-6">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-small text-muted">
        <span dir="auto" className="font-semibold [overflow-wrap:anywhere] text-ink">
          {isMine ? 'You' : (authorName ?? authorEmail)}
        </span>
        <span>{isReply ? 'replied' : 'wrote'}</span>
        <time dateTime={createdAt.toISOString()}>{dayAndTimeOf(createdAt.getTime())}</time>
        {isOtherSender && (
          <span className="[overflow-wrap:anywhere] text-warning">
            from another address: {authorEmail}
          </span>
        )}
      </p>
      <p
        dir="auto"
        className="max-w-measure text-body [overflow-wrap:anywhere] whitespace-pre-line"
      >
        {own || 'This mail has no text.'}
      </p>
      {quoted !== null && (
        <details className="max-w-measure text-small text-muted">
          <summary className="w-fit cursor-pointer rounded-control py-1">Show quoted text</summary>
          <p
            dir="auto"
            className="mt-2 border-s-2 border-line ps-4 [overflow-wrap:anywhere] whitespace-pre-line"
          >
            {quoted}
          </p>
        </details>
      )}
      <FileList files={files} />
      {attachmentNames.length > 0 && (
        <p className="text-small [overflow-wrap:anywhere] text-muted">
          Not kept, for their kind or size: {attachmentNames.join(', ')}
        </p>
      )}
      {isReply && <ReplyState message={message} isSending={isSending} onSendAgain={onSendAgain} />}
    </li>
  );
}

type ReplyStateProps = Pick<MessageLetterProps, 'message' | 'isSending' | 'onSendAgain'>;

function ReplyState({ message, isSending, onSendAgain }: ReplyStateProps) {
  if (message.state === 'sent') return null;
  if (!message.mayBeSentAgain) {
    return <p className="text-small text-muted">Sending...</p>;
  }
  return (
    <Alert
      kind="danger"
      title={
        message.state === 'failed'
          ? 'This reply was not sent'
          : 'It is not known whether this reply was sent'
      }
      action={
        <Button
          size="small"
          icon={<RotateCw aria-hidden="true" />}
          isPending={isSending}
          onClick={onSendAgain}
        >
          Send again
        </Button>
      }
    >
      {message.error}
    </Alert>
  );
}
