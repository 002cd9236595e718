import { useFormContext, useWatch } from 'react-hook-form';
import { stateOf } from '../publication';
import { useFieldError } from './form-fields';
import { ZonedTimeField } from './zoned-time-field';

/** The field `publishedAt` of a form. */
export function PublishDateField({ label, stored }: { label: string; stored: string }) {
  const { control, setValue } = useFormContext<{ publishedAt: string }>();
  const publishedAt = useWatch({ control, name: 'publishedAt' });
  const isLater = stateOf({ status: 'published', publishedAt }) === 'scheduled';
  return (
    <ZonedTimeField
      label={label}
      zoneLabel="Time zone of the publish date"
      value={publishedAt}
      stored={stored}
      error={useFieldError('publishedAt')}
      emptyHint="Leave empty to publish now. A future time schedules it."
      {...(isLater && { note: 'Visitors do not see it before.' })}
      onChange={(value) => setValue('publishedAt', value, { shouldDirty: true })}
    />
  );
}
