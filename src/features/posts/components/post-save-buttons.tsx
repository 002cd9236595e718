import { useFormContext, useWatch } from 'react-hook-form';
import { Send } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { SaveButton } from '@/documents/components/save-bar';
import type { PostInput } from '../fields';

export type PostSaveButtonsProps = {
  wasPublished: boolean;
  isSaving: boolean;
  isDisabled: boolean;
  /** Saves with this status instead of the form's. */
  onSave: (status: PostInput['status']) => void;
};

export function PostSaveButtons({
  wasPublished,
  isSaving,
  isDisabled,
  onSave,
}: PostSaveButtonsProps) {
  const { control } = useFormContext<PostInput>();
  const status = useWatch({ control, name: 'status' });
  const button = { disabled: isDisabled, 'aria-disabled': isSaving || undefined } as const;
  return (
    <>
      {status === 'published' && wasPublished && (
        <Button {...button} onClick={() => onSave('draft')}>
          Unpublish
        </Button>
      )}
      {status === 'draft' && (
        <Button
          {...button}
          icon={<Send aria-hidden="true" />}
          variant={wasPublished ? 'secondary' : 'primary'}
          onClick={() => onSave('published')}
        >
          Publish
        </Button>
      )}
      <SaveButton
        isSaving={isSaving}
        isDisabled={isDisabled}
        variant={status === 'draft' && !wasPublished ? 'secondary' : 'primary'}
        className="-order-1 last:order-none"
      >
        {saveLabel(status, wasPublished)}
      </SaveButton>
    </>
  );
}

function saveLabel(status: PostInput['status'], wasPublished: boolean): string {
  if (status === 'draft') return wasPublished ? 'Save and unpublish' : 'Save draft';
  return wasPublished ? 'Save changes' : 'Save and publish';
}
