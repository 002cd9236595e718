import { useRef, useState, type ReactNode } from 'react';
import { parseOfficeHours, writeOfficeHours, type OfficeWeek } from '@contracts/office-hours';
import { CalendarPlus, CircleAlert, Trash2 } from 'lucide-react';
import { useController, useFormContext } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Checkbox, Input } from '@/components/ui/field';
import { useFieldError } from '@/documents/components/form-fields';
import type { DocumentInput } from '@/documents/fields';

export type OfficeFieldProps = { name: string; label: string };

function useText(name: string) {
  const { control } = useFormContext<DocumentInput>();
  const { field } = useController({ control, name });
  return { text: typeof field.value === 'string' ? field.value : '', write: field.onChange };
}

type GroupProps = OfficeFieldProps & { children: ReactNode };

/** The form finds it by its name, for an error and for a press on the text in the preview. */
function Group({ name, label, children }: GroupProps) {
  const error = useFieldError(name);
  return (
    <fieldset
      name={name}
      tabIndex={-1}
      aria-invalid={error !== undefined || undefined}
      className="min-w-0"
    >
      <legend className="mb-1.5 text-small font-semibold">{label}</legend>
      {children}
      {error !== undefined && (
        <p role="alert" className="mt-1.5 flex gap-1.5 text-small font-medium text-danger">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** From Monday, with the place in a week of `Date.getDay()`. */
const DAYS = [
  ...(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const).map(
    (day, index) => [day, index + 1] as const,
  ),
  ['Sunday', 0] as const,
];
const USUAL = { opens: 9 * 60, closes: 17 * 60 };

/** Opening hours by day, which visitors read as a sentence. */
export function HoursField({ name, label }: OfficeFieldProps) {
  const { text, write } = useText(name);
  // A day that closes before it opens is no text that can be read again.
  const [draft, setDraft] = useState<OfficeWeek>(() => parseOfficeHours(text) ?? []);
  const week = parseOfficeHours(text) ?? draft;
  const set = (place: number, hours: OfficeWeek[number]) => {
    const next = Array.from({ length: 7 }, (_, day) => (day === place ? hours : week[day]) ?? null);
    setDraft(next);
    write(writeOfficeHours(next));
  };
  return (
    <Group name={name} label={label}>
      <ul className="grid gap-1">
        {DAYS.map(([day, place]) => {
          const hours = week[place];
          const time = (part: 'opens' | 'closes') =>
            hours && (
              <Input
                type="time"
                aria-label={`${day}: ${part}`}
                value={clockOf(hours[part])}
                onChange={({ target }) => {
                  if (target.value) set(place, { ...hours, [part]: minutesOf(target.value, part) });
                }}
                className="w-28!"
              />
            );
          return (
            <li key={day} className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
              <Checkbox
                label={day}
                checked={Boolean(hours)}
                onChange={({ target }) => set(place, target.checked ? USUAL : null)}
                className="w-32"
              />
              {hours ? (
                <span className="flex items-center gap-2">
                  {time('opens')}
                  <span aria-hidden="true">to</span>
                  {time('closes')}
                </span>
              ) : (
                <span className="text-small text-muted">Closed</span>
              )}
            </li>
          );
        })}
      </ul>
      <p className="mt-1.5 text-small text-muted">Visitors read: {text || 'nothing'}</p>
    </Group>
  );
}

const clockOf = (minutes: number) =>
  [Math.floor(minutes / 60) % 24, minutes % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

function minutesOf(clock: string, part: 'opens' | 'closes'): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  const minutes = hour * 60 + minute;
  return part === 'closes' && minutes === 0 ? 24 * 60 : minutes;
}

type Day = { date: string; reason: string };

/** One per line: the date, a space, the reason. */
function daysIn(text: string): Day[] {
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const end = line.indexOf(' ');
    return { date: line.slice(0, Math.max(end, 0)), reason: line.slice(end + 1) };
  });
}

const writeDays = (days: readonly Day[]) =>
  days.map(({ date, reason }) => `${date} ${reason}`).join('\n');

/** The days on which an office is closed, each with a date of the browser's calendar and what visitors read. */
export function ClosedDaysField({ name, label }: OfficeFieldProps) {
  const { text, write } = useText(name);
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const [isPastShown, setIsPastShown] = useState(false);
  const days = daysIn(text);
  const isPast = ({ date }: Day) => date !== '' && date < today;
  const past = days.filter(isPast).length;
  const add = () => {
    const sorted = days.toSorted((one, other) => one.date.localeCompare(other.date));
    write(writeDays([...sorted, { date: '', reason: '' }]));
    requestAnimationFrame(() => {
      list.current?.lastElementChild?.querySelector('input')?.focus();
    });
  };
  return (
    <Group name={name} label={label}>
      {past > 0 && (
        <Button
          variant="quiet"
          size="small"
          aria-expanded={isPastShown}
          onClick={() => setIsPastShown(!isPastShown)}
          className="-ms-3 mb-1"
        >
          {`${isPastShown ? 'Hide' : 'Show'} ${past} past ${past === 1 ? 'day' : 'days'}`}
        </Button>
      )}
      <ul ref={list} className="grid gap-2">
        {days.map((day, index) => {
          if (isPast(day) && !isPastShown) return null;
          const set = (change: Partial<Day>) =>
            write(writeDays(days.toSpliced(index, 1, { ...day, ...change })));
          const title = day.reason || `day ${index + 1}`;
          return (
            <li key={index} className="flex items-center gap-2">
              <Input
                type="date"
                aria-label={`Date of ${title}`}
                min="2000-01-01"
                max="2099-12-31"
                value={day.date}
                onChange={({ target }) => set({ date: target.value })}
                className="w-40! shrink-0 px-2.5!"
              />
              <Input
                aria-label={`Reason for ${day.date || title}`}
                placeholder="Winter break"
                maxLength={100}
                autoComplete="off"
                value={day.reason}
                onChange={({ target }) => set({ reason: target.value })}
                className="min-w-0 grow"
              />
              <Button
                variant="quiet"
                aria-label={`Remove ${title}`}
                icon={<Trash2 aria-hidden="true" />}
                className="size-9! shrink-0 px-0! pointer-coarse:size-11!"
                onClick={() => {
                  write(writeDays(days.toSpliced(index, 1)));
                  addButton.current?.focus();
                }}
              />
            </li>
          );
        })}
      </ul>
      <Button
        ref={addButton}
        variant="quiet"
        size="small"
        icon={<CalendarPlus aria-hidden="true" />}
        onClick={add}
        className="-ms-3 mt-2"
      >
        Add a closed day
      </Button>
      <p className="mt-1.5 text-small text-muted">
        Visitors read why the office is closed. In the office that answers enquiries, the time to
        answer passes over these days.
      </p>
    </Group>
  );
}
