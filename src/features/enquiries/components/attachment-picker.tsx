import { useSyncExternalStore } from 'react';
import { ENQUIRY_FILES_MAX } from '@contracts/document';
import { FileField, type FileFieldProps } from '@/components/file-field';
import { getAttachments, setAttachments, subscribeToAttachments } from '../attachments';

export type AttachmentPickerProps = Pick<FileFieldProps, 'disabled' | 'isPressed'>;

/** The files of the contact form; loaded when its button is pressed. */
export function AttachmentPicker(props: AttachmentPickerProps) {
  const files = useSyncExternalStore(subscribeToAttachments, getAttachments, getAttachments);
  return <FileField {...props} files={files} max={ENQUIRY_FILES_MAX} onChange={setAttachments} />;
}
