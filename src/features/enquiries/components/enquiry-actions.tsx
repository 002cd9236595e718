import { useState } from 'react';
import { Check, Ellipsis, Mail, MailCheck, MailOpen, ShieldAlert, Trash2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Menu, MenuItem } from '@/components/ui/menu';
import { messageOf } from '@/lib/errors';
import type { EnquiryChange, StoredEnquiry } from '../model';
import { useDeleteEnquiry } from '../queries';
import { replyLink } from '../reply';

export type EnquiryActionsProps = {
  enquiry: StoredEnquiry;
  onUnread: () => void;
  onDeleted: () => void;
  onChange: (change: EnquiryChange) => void;
  /** A mail program was opened for the reply. */
  onAnswer: () => void;
};

export function EnquiryActions({
  enquiry,
  onChange,
  onAnswer,
  onUnread,
  onDeleted,
}: EnquiryActionsProps) {
  const [isDeleting, setIsDeleting] = useState(false);
  const deletion = useDeleteEnquiry();
  const isDone = enquiry.status === 'done';
  return (
    <>
      {isDone ? (
        <Button onClick={() => onChange({ status: 'open' })}>Open again</Button>
      ) : (
        <Button icon={<Check aria-hidden="true" />} onClick={() => onChange({ status: 'done' })}>
          Mark as done
        </Button>
      )}
      <Menu
        trigger={
          <Button size="icon" aria-label="More actions" icon={<Ellipsis aria-hidden="true" />} />
        }
      >
        <MenuItem asChild>
          <a href={replyLink(enquiry)} onClick={onAnswer}>
            <Mail aria-hidden="true" />
            Reply in your mail program
          </a>
        </MenuItem>
        <MenuItem icon={<MailOpen aria-hidden="true" />} onSelect={onUnread}>
          Mark as unread
        </MenuItem>
        {enquiry.answerBy !== null && (
          <MenuItem
            icon={<MailCheck aria-hidden="true" />}
            onSelect={() => onChange({ answerBy: null })}
          >
            Mark as answered
          </MenuItem>
        )}
        {!enquiry.isQuarantined && (
          <MenuItem
            icon={<ShieldAlert aria-hidden="true" />}
            onSelect={() => onChange({ isQuarantined: true })}
          >
            Put in quarantine
          </MenuItem>
        )}
        <MenuItem
          isDangerous
          icon={<Trash2 aria-hidden="true" />}
          onSelect={() => setIsDeleting(true)}
        >
          Delete
        </MenuItem>
      </Menu>
      <ConfirmDialog
        isOpen={isDeleting}
        onOpenChange={setIsDeleting}
        title={`Delete the enquiry of ${enquiry.name}?`}
        description="It is deleted for all staff. It can be restored for 30 days under Recently deleted."
        confirmLabel="Delete"
        pendingLabel="Deleting..."
        isDangerous
        isPending={deletion.isPending}
        error={deletion.error && messageOf(deletion.error)}
        onConfirm={() => deletion.mutate(enquiry.id, { onSuccess: onDeleted })}
      />
    </>
  );
}
