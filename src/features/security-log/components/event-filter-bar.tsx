import { useState } from 'react';
import { clsx } from 'clsx';
import { Button } from '@/components/ui/button';
import { ChoiceField } from '@/components/ui/choice-field';
import { SearchField } from '@/components/ui/search-field';
import type { FilterChanges } from '@/hooks/use-search-filters';
import type { EventFilters } from '../filters';
import { ORIGIN_LABELS, SEVERITY_LABELS, TYPE_LABELS } from '../model';

export type EventFilterBarProps = {
  filters: EventFilters;
  onChange: (change: FilterChanges<EventFilters>) => void;
};

export function EventFilterBar({ filters, onChange }: EventFilterBarProps) {
  const { only, text, type, severity, origin } = filters;
  const isFiltered = Boolean(type || severity || origin);
  // On a phone the selects would stand between the figures and the list.
  const [isOpen, setIsOpen] = useState(isFiltered);
  return (
    <div
      role="search"
      aria-label="Filter events"
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-3 tablet:grid-cols-[repeat(3,minmax(0,1fr))_auto] desktop:grid-cols-[minmax(0,1.4fr)_repeat(3,minmax(0,1fr))_auto]"
    >
      <SearchField
        label="Search"
        placeholder="What happened"
        value={text}
        onSearch={(words) => onChange({ text: words })}
        className="tablet:col-span-4 desktop:col-span-1"
      />
      <Button
        aria-expanded={isOpen}
        className="self-end justify-self-end tablet:hidden"
        onClick={() => setIsOpen(!isOpen)}
      >
        Filters
      </Button>
      <div
        className={clsx(
          'gap-x-4 gap-y-3 max-tablet:col-span-2 max-tablet:grid-cols-2 tablet:contents',
          isOpen ? 'max-tablet:grid' : 'max-tablet:hidden',
        )}
      >
        <ChoiceField
          label="Type"
          value={type}
          labels={TYPE_LABELS}
          any="All types"
          onChange={(value) => onChange({ type: value })}
        />
        <ChoiceField
          label="Severity"
          value={severity}
          labels={SEVERITY_LABELS}
          any="Any"
          onChange={(value) => onChange({ severity: value })}
        />
        <ChoiceField
          label="Reported by"
          value={origin}
          labels={ORIGIN_LABELS}
          any="Anyone"
          onChange={(value) => onChange({ origin: value })}
        />
        <Button
          variant="quiet"
          disabled={!(only || text || isFiltered)}
          className="self-end justify-self-start"
          onClick={() =>
            onChange({
              only: undefined,
              type: undefined,
              severity: undefined,
              origin: undefined,
              text: '',
            })
          }
        >
          Clear
        </Button>
      </div>
    </div>
  );
}
