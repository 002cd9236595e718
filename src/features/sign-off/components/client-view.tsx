import { useEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { clsx } from 'clsx';
import { MessageSquarePlus } from 'lucide-react';
import { KeptTextOffer } from '@/components/kept-text-offer';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { AnchorsShown } from '@/hooks/use-anchor';
import { useBarHeight } from '@/hooks/use-bar-height';
import { useFocusOnChange } from '@/hooks/use-focus-on-change';
import { dayAndTimeOf } from '@/lib/moment';
import { isBeside, nameOf, outlinePart, useBlocks, type Block } from '../blocks';
import { useDraft } from '../draft';
import type { Key, OpenedSignOff } from '../model';
import { approvalProblems } from '../outcomes';
import { ApprovedEnd, dateOf } from './approved-end';
import { ApproveDialog } from './approve-dialog';
import { CommentDialog } from './comment-dialog';
import { CommentItem } from './comment-item';

export type ClientViewProps = {
  signOffKey: Key;
  opened: OpenedSignOff;
  /** Something was stored, or the link no longer shows what it showed. */
  onChanged: () => void;
  /** The page of the document. */
  children: ReactNode;
};

const content = 'mx-auto w-full max-w-content px-gutter wide:px-0';

/** The page as its visitors will see it, with comments beside its parts and the button that approves it. */
export function ClientView({ signOffKey, opened, onChanged, children }: ClientViewProps) {
  const state = useDraft(opened.id);
  const [dialog, setDialog] = useState<'comment' | 'approve' | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const isOpen = opened.approval === null;
  const bar = useBarHeight('--page-bar', isOpen);
  const hasPassphrase = signOffKey.passphrase !== null;
  useEffect(() => {
    // The form for the passphrase, which had the focus, is gone.
    if (hasPassphrase) document.querySelector('main')?.focus({ preventScroll: true });
  }, [hasPassphrase]);
  // The buttons, of which one had the focus, are gone.
  const end = useFocusOnChange<HTMLHeadingElement>(isOpen);

  function comment(about: Pick<Block, 'anchor' | 'quote'> | null, asksChange = false) {
    state.change({ anchor: [...(about?.anchor ?? [])], quote: about?.quote ?? null, asksChange });
    setDialog('comment');
  }

  function finish(message: string | null) {
    setDialog(null);
    setNote(message);
    onChanged();
  }

  return (
    <>
      <div className={`${content} pt-6`}>
        <Status opened={opened} />
        {isOpen && <KeptTextOffer noun="comment" kept={state} />}
      </div>
      <Page
        comments={opened.comments}
        contentHash={opened.contentHash}
        onComment={isOpen ? comment : null}
      >
        {children}
      </Page>
      <Comments comments={opened.comments} />
      {opened.approval ? (
        <ApprovedEnd ref={end} opened={opened} approval={opened.approval} />
      ) : (
        <div
          ref={bar}
          className="sticky bottom-(--connection-bar,0px) z-30 border-t border-line bg-raised short:static"
        >
          <div
            className={`${content} flex flex-wrap items-center justify-end gap-x-6 gap-y-2 py-3`}
          >
            <p role="status" className="me-auto min-w-0 text-base text-muted">
              {note}
            </p>
            <div className="flex flex-wrap gap-3 max-tablet:w-full max-tablet:[&>*]:grow">
              <Button onClick={() => comment(null)}>Comment</Button>
              <Button onClick={() => comment(null, true)}>Ask for a change</Button>
              <Button
                variant="primary"
                disabled={!opened.isCurrent}
                onClick={() => setDialog('approve')}
              >
                Approve…
              </Button>
            </div>
          </div>
        </div>
      )}
      <CommentDialog
        signOffKey={signOffKey}
        state={state}
        earlier={opened.comments.filter(
          (one) =>
            state.draft.quote !== null &&
            isBeside({ anchor: state.draft.anchor, quote: state.draft.quote }, one),
        )}
        isOpen={dialog === 'comment'}
        onClose={() => setDialog(null)}
        onOutcome={(outcome) => finish(outcome === 'stored' ? 'Your comment was sent.' : null)}
      />
      {dialog === 'approve' && (
        <ApproveDialog
          signOffKey={signOffKey}
          opened={opened}
          isOpen
          onClose={() => setDialog(null)}
          onOutcome={(outcome) => finish(approvalProblems[outcome] ?? null)}
        />
      )}
    </>
  );
}

function Status({ opened }: { opened: OpenedSignOff }) {
  const { approval, isCurrent, askedAt, expiresAt, clientName } = opened;
  if (approval) {
    return (
      <Alert
        kind="success"
        isSilent
        title={`${approval.name} has approved this page`}
        className="mb-4"
      >
        Approved {dayAndTimeOf(approval.approvedAt.getTime())}. What was approved is said at the end
        of the page.
      </Alert>
    );
  }
  if (!isCurrent) {
    return (
      <Alert kind="warning" isSilent title="We are changing this page" className="mb-4">
        What you see was saved {dayAndTimeOf(askedAt.getTime())}. You can comment on it; to approve
        it, wait until we ask you again by this same link.
      </Alert>
    );
  }
  return (
    <Alert
      kind="info"
      isSilent
      title={`For ${clientName}: please read and approve`}
      className="mb-4"
    >
      This is the page as visitors will see it. Only people with this link can open it, until{' '}
      {dateOf(expiresAt)}. Press the mark beside a paragraph, a picture or a figure to comment on
      it.
    </Alert>
  );
}

type PageProps = {
  contentHash: string;
  comments: OpenedSignOff['comments'];
  /** Null once comments are closed. */
  onComment: ((block: Block) => void) | null;
  children: ReactNode;
};

function Page({ comments, contentHash, onComment, children }: PageProps) {
  const box = useRef<HTMLDivElement>(null);
  const column = useRef<HTMLDivElement>(null);
  const blocks = useBlocks(box, column, contentHash);
  return (
    // The marks need a wider gutter than a phone has.
    <div ref={box} className={clsx('relative overflow-x-clip', onComment && 'max-wide:pe-6')}>
      <div className={content}>
        <div ref={column} />
      </div>
      <AnchorsShown value>{children}</AnchorsShown>
      {onComment &&
        blocks.map((block, index) =>
          // After the words it is about: there the keyboard and screen readers come to it.
          createPortal(
            <CommentButton
              block={block}
              count={comments.filter((one) => isBeside(block, one)).length}
              onClick={() => onComment(block)}
            />,
            block.host,
            index,
          ),
        )}
    </div>
  );
}

type CommentButtonProps = { block: Block; count: number; onClick: () => void };

function CommentButton({ block, count, onClick }: CommentButtonProps) {
  const outline = () => outlinePart(block, true);
  const end = () => outlinePart(block, false);
  return (
    <button
      type="button"
      title="Comment"
      className={clsx(
        'grid size-8 place-items-center rounded-control border text-small shadow-soft transition-colors duration-control hover:border-ink',
        count > 0
          ? 'border-accent bg-accent-soft font-semibold text-ink'
          : 'border-line-strong bg-raised text-muted hover:text-ink',
      )}
      onPointerEnter={outline}
      onPointerLeave={end}
      onFocus={outline}
      onBlur={end}
      onClick={onClick}
    >
      <span className="sr-only">Comment on “{nameOf(block)}”</span>
      {count === 0 ? (
        <MessageSquarePlus aria-hidden="true" className="size-4" />
      ) : (
        <span className="tabular-figures">
          {count}
          <span className="sr-only">{count === 1 ? ' comment' : ' comments'}</span>
        </span>
      )}
    </button>
  );
}

function Comments({ comments }: Pick<OpenedSignOff, 'comments'>) {
  if (comments.length === 0) return null;
  return (
    <section className={`${content} py-section`}>
      <h2 className="mb-6 text-h3">Comments</h2>
      <ul className="grid gap-6">
        {comments.map((comment) => (
          <CommentItem key={comment.id} comment={comment} hasQuote />
        ))}
      </ul>
    </section>
  );
}
