import { useState } from 'react';
import { format, parse } from 'date-fns';
import { useFormContext, useWatch } from 'react-hook-form';
import { Field, Input, Select } from '@/components/ui/field';
import { offices, type Office } from '@/content/offices';
import { inZone, officeZone } from '@/lib/time-zones';
import { stateOf } from '../publication';
import { useFieldError } from './form-fields';

const LOCAL_PATTERN = "yyyy-MM-dd'T'HH:mm";

/** The field `publishedAt` of a form: the moment in the zone of an office or of the device. An unchanged value keeps its seconds. */
export function PublishDateField({ label }: { label: string }) {
  const { control, setValue } = useFormContext<{ publishedAt: string }>();
  const publishedAt = useWatch({ control, name: 'publishedAt' });
  const error = useFieldError('publishedAt');
  const [city, setCity] = useState('');
  const office = offices.find((one) => one.city === city);
  const zone = office && officeZone(office.timeZone);
  return (
    <div>
      <Field
        label={label}
        error={error}
        hint={
          publishedAt === ''
            ? 'Leave empty to publish now. A future time schedules it.'
            : publishHint(publishedAt, office)
        }
      >
        <Input
          type="datetime-local"
          value={
            publishedAt === '' ? '' : format(inZone(new Date(publishedAt), zone), LOCAL_PATTERN)
          }
          onChange={({ target }) =>
            setValue('publishedAt', toIso(target.value, zone), { shouldDirty: true })
          }
        />
      </Field>
      <Field label="Time zone of the publish date" isLabelHidden className="mt-3">
        <Select value={city} onChange={({ target }) => setCity(target.value)}>
          <option value="">Your time</option>
          {offices.map((one) => (
            <option key={one.id} value={one.city}>
              Time in {one.city}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}

/** @param local as a datetime-local input gives it; incomplete while it is typed */
function toIso(local: string, zone: string | undefined): string {
  const time = parse(local, LOCAL_PATTERN, inZone(new Date(), zone)).getTime();
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
}

/** The field `publishedAt` of a form: the moment in the zones that were not chosen, with a date only where it differs. */
function publishHint(publishedAt: string, chosen: Office | undefined): string {
  const at = new Date(publishedAt);
  const dayIn = (zone?: string) => format(inZone(at, zone), 'MMM d');
  const chosenDay = dayIn(chosen && officeZone(chosen.timeZone));
  const read = (where: string, zone?: string) => {
    const day = dayIn(zone);
    return `${day === chosenDay ? '' : `${day}, `}${format(inZone(at, zone), 'HH:mm')} ${where}`;
  };
  const others = offices
    .filter((office) => office !== chosen)
    .map(({ city, timeZone }) => read(`in ${city}`, officeZone(timeZone)));
  if (chosen) others.unshift(read('your time'));
  const isLater = stateOf({ status: 'published', publishedAt }) === 'scheduled';
  return `That is ${others.join(', ')}.${isLater ? ' Visitors do not see it before.' : ''}`;
}
