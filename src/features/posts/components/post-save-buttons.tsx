import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Send } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { SaveButton } from '@/documents/components/save-bar';
import { stateOf, type PublicationState } from '@/documents/publication';
import type { PostInput } from '../fields';

export type PostSaveButtonsProps = {
  /** As stored. */
  storedState: PublicationState;
  isSaving: boolean;
  isDisabled: boolean;
  /** The button that publishes changes. */
  publish: ReactNode;
  /** Saves with this status instead of the form's. */
  onSave: (status: PostInput['status']) => void;
};

export function PostSaveButtons({
  storedState,
  isSaving,
  isDisabled,
  publish,
  onSave,
}: PostSaveButtonsProps) {
  const { control } = useFormContext<PostInput>();
  const [status, publishedAt] = useWatch({ control, name: ['status', 'publishedAt'] });
  const isScheduled = stateOf({ status: 'published', publishedAt }) === 'scheduled';
  const isLive = storedState === 'published' && stateOf({ status, publishedAt }) === 'published';
  const button = { disabled: isDisabled, 'aria-disabled': isSaving || undefined } as const;
  return (
    <>
      {status === 'published' && storedState !== 'draft' && (
        <Button {...button} onClick={() => onSave('draft')}>
          {storedState === 'scheduled' ? 'Unschedule' : 'Unpublish'}
        </Button>
      )}
      {status === 'draft' && (
        <Button
          {...button}
          icon={<Send aria-hidden="true" />}
          variant={storedState === 'draft' ? 'primary' : 'secondary'}
          onClick={() => onSave('published')}
        >
          {isScheduled ? 'Schedule' : 'Publish'}
        </Button>
      )}
      <SaveButton
        isSaving={isSaving}
        isDisabled={isDisabled}
        variant={
          isLive || (status === 'draft' && storedState === 'draft') ? 'secondary' : 'primary'
        }
        className="-order-1 last:order-none"
      >
        {saveLabel(stateOf({ status, publishedAt }), storedState)}
      </SaveButton>
      {isLive && publish}
    </>
  );
}

function saveLabel(state: PublicationState, storedState: PublicationState): string {
  if (state === storedState) return state === 'draft' ? 'Save draft' : 'Save changes';
  if (state === 'scheduled') return 'Save and schedule';
  if (state === 'published') return 'Save and publish';
  return storedState === 'scheduled' ? 'Save and unschedule' : 'Save and unpublish';
}
