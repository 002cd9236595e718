import { Send } from 'lucide-react';
import { Button, type ButtonProps } from '@/components/ui/button';
import { stateOf } from '../publication';

type FirstPublishButtonProps = ButtonProps & { publishedAt: string; isSaving: boolean };

/** Publishes a draft, or schedules it if its date is in the future. */
export function FirstPublishButton({ publishedAt, isSaving, ...button }: FirstPublishButtonProps) {
  const state = stateOf({ status: 'published', publishedAt });
  return (
    <Button icon={<Send aria-hidden="true" />} aria-disabled={isSaving || undefined} {...button}>
      {state === 'scheduled' ? 'Schedule' : 'Publish'}
    </Button>
  );
}
