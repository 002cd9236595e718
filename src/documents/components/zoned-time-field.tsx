import { useId, useState } from 'react';
import { format, parse } from 'date-fns';
import { Field, Input, Select } from '@/components/ui/field';
import { offices } from '@brand/texts/offices';
import type { Office } from '@/content/offices';
import { officeZone } from '@/lib/site-zone';
import { inZone } from '@/lib/time-zones';

const LOCAL_PATTERN = "yyyy-MM-dd'T'HH:mm";

export type ZonedTimeFieldProps = {
  label: string;
  zoneLabel: string;
  /** ISO 8601; '' is no time. */
  value: string;
  /** The value before typing: '' or ISO 8601. */
  stored: string;
  error?: string | undefined;
  /** Below the field: while it is empty, and after the same moment in other zones. */
  emptyHint: string;
  note?: string;
  onChange: (value: string) => void;
};

/** A moment in the zone of an office or of the device. An unchanged value keeps its seconds. */
export function ZonedTimeField({
  label,
  zoneLabel,
  value,
  stored,
  error,
  emptyHint,
  note,
  onChange,
}: ZonedTimeFieldProps) {
  const zoneId = useId();
  const [city, setCity] = useState('');
  const office = officeIn(city);
  const zone = zoneOf(office);
  const local = value === '' ? '' : format(inZone(new Date(value), zone), LOCAL_PATTERN);

  function handleCity(next: string) {
    setCity(next);
    // A typed time is meant in the zone that is chosen after it; a stored one is only shown there.
    if (value !== stored && local !== '') onChange(toIso(local, zoneOf(officeIn(next))));
  }

  return (
    <Field
      label={label}
      error={error ?? null}
      hint={
        value === ''
          ? emptyHint
          : `That is ${timeElsewhere(value, office)}.${note === undefined ? '' : ` ${note}`}`
      }
    >
      <div className="flex flex-wrap gap-2 *:min-w-32 *:flex-1 [&>input]:min-w-56 [&>input]:flex-[1.6]">
        <Input
          type="datetime-local"
          value={local}
          onChange={({ target }) => onChange(toIso(target.value, zone))}
        />
        <Select
          id={zoneId}
          aria-label={zoneLabel}
          aria-describedby={undefined}
          aria-invalid={undefined}
          value={city}
          onChange={({ target }) => handleCity(target.value)}
        >
          <option value="">Your time</option>
          {offices.map((one) => (
            <option key={one.id} value={one.city}>
              Time in {one.city}
            </option>
          ))}
        </Select>
      </div>
    </Field>
  );
}

function officeIn(city: string): Office | undefined {
  return offices.find((one) => one.city === city);
}

function zoneOf(office: Office | undefined): string | undefined {
  return office && officeZone(office.timeZone);
}

/** @param local as a datetime-local input gives it; incomplete while it is typed */
function toIso(local: string, zone: string | undefined): string {
  const time = parse(local, LOCAL_PATTERN, inZone(new Date(), zone)).getTime();
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
}

/** The moment in the zones that were not chosen, with a date only where it differs. */
export function timeElsewhere(moment: string, chosen?: Office): string {
  const at = new Date(moment);
  const dayIn = (zone?: string) => format(inZone(at, zone), 'MMM d');
  const chosenDay = dayIn(zoneOf(chosen));
  const read = (where: string, zone?: string) => {
    const day = dayIn(zone);
    return `${day === chosenDay ? '' : `${day}, `}${format(inZone(at, zone), 'HH:mm')} ${where}`.replaceAll(
      ' ',
      '\u00a0',
    );
  };
  const others = offices
    .filter((office) => office !== chosen)
    .map(({ city, timeZone }) => read(`in ${city}`, officeZone(timeZone)));
  if (chosen) others.unshift(read('your time'));
  return others.join(', ');
}
