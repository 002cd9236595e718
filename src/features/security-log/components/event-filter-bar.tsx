import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Input, Select } from '@/components/ui/field';
import { hasFilters, readFilters, SEARCH_MAX, type EventFilters } from '../filters';
import {
  EVENT_TYPES,
  ORIGIN_LABELS,
  ORIGINS,
  SEVERITIES,
  SEVERITY_LABELS,
  TYPE_LABELS,
} from '../model';

const TYPING_PAUSE_MS = 300;

export type EventFilterBarProps = {
  filters: EventFilters;
  onChange: (change: EventFilters) => void;
};

export function EventFilterBar({ filters, onChange }: EventFilterBarProps) {
  /** What a select was set to, `undefined` for its first entry. */
  const choose = (name: 'type' | 'severity' | 'origin', value: string) =>
    onChange({ [name]: readFilters(new URLSearchParams({ [name]: value }))[name] });
  return (
    <div
      role="search"
      aria-label="Filter events"
      className="grid grid-cols-2 gap-x-4 gap-y-3 desktop:grid-cols-[minmax(0,1.4fr)_repeat(3,minmax(0,1fr))_auto]"
    >
      <TextFilter
        text={filters.text ?? ''}
        onChange={(text) => onChange({ text: text === '' ? undefined : text })}
      />
      <Field label="Type">
        <Select value={filters.type ?? ''} onChange={(event) => choose('type', event.target.value)}>
          <option value="">All types</option>
          {EVENT_TYPES.map((type) => (
            <option key={type} value={type}>
              {TYPE_LABELS[type]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Severity">
        <Select
          value={filters.severity ?? ''}
          onChange={(event) => choose('severity', event.target.value)}
        >
          <option value="">Any</option>
          {SEVERITIES.map((severity) => (
            <option key={severity} value={severity}>
              {SEVERITY_LABELS[severity]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Reported by">
        <Select
          value={filters.origin ?? ''}
          onChange={(event) => choose('origin', event.target.value)}
        >
          <option value="">Anyone</option>
          {ORIGINS.map((origin) => (
            <option key={origin} value={origin}>
              {ORIGIN_LABELS[origin]}
            </option>
          ))}
        </Select>
      </Field>
      <Button
        variant="quiet"
        disabled={!hasFilters(filters)}
        className="self-end"
        onClick={() =>
          onChange({ type: undefined, severity: undefined, origin: undefined, text: undefined })
        }
      >
        Clear
      </Button>
    </div>
  );
}

type TextFilterProps = { text: string; onChange: (text: string) => void };

/** Looks after a short pause in typing; the words are the typist's until the field is left. */
function TextFilter({ text, onChange }: TextFilterProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function handleType(next: string) {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(next.trim()), TYPING_PAUSE_MS);
  }

  function handleBlur() {
    clearTimeout(timer.current);
    if (typed !== null && typed.trim() !== text) onChange(typed.trim());
    setTyped(null);
  }

  return (
    <Field label="Description contains" className="col-span-2 desktop:col-span-1">
      <Input
        type="search"
        maxLength={SEARCH_MAX}
        value={typed ?? text}
        onChange={(event) => handleType(event.target.value)}
        onBlur={handleBlur}
      />
    </Field>
  );
}
