import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { FirstPublishButton } from '@/documents/components/first-publish-button';
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
  onPublish: () => void;
};

export function PostSaveButtons({
  storedState,
  isSaving,
  isDisabled,
  publish,
  onPublish,
}: PostSaveButtonsProps) {
  const { control } = useFormContext<PostInput>();
  const [status, publishedAt] = useWatch({ control, name: ['status', 'publishedAt'] });
  const isLive = storedState === 'published' && stateOf({ status, publishedAt }) === 'published';
  const isDraft = status === 'draft' && storedState === 'draft';
  // With keys: the button stays mounted when a save moves it to the other side.
  const publishes = status === 'draft' && (
    <FirstPublishButton
      key="publish"
      publishedAt={publishedAt}
      isSaving={isSaving}
      disabled={isDisabled}
      variant={isDraft ? 'primary' : 'secondary'}
      onClick={onPublish}
    />
  );
  const saves = (
    <SaveButton
      key="save"
      isSaving={isSaving}
      isDisabled={isDisabled}
      variant={isLive || isDraft ? 'secondary' : 'primary'}
    >
      {saveLabel(stateOf({ status, publishedAt }), storedState)}
    </SaveButton>
  );
  return (
    <>
      {isDraft ? [saves, publishes] : [publishes, saves]}
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
