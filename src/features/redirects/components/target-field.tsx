import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Field, Input, Select } from '@/components/ui/field';
import { paths } from '@/lib/paths';
import { sourceOf, TARGET_MAX } from '../addresses';
import type { PublishedPage } from '../staff-api';
import { redirectQueries } from '../queries';

const TYPED = 'typed';

const STANDING_PAGES: readonly PublishedPage[] = [
  { title: 'Home', path: paths.home },
  { title: 'Projects', path: paths.projects },
  { title: 'Blog', path: paths.blog },
  { title: 'Services', path: paths.services.to() },
  { title: 'About', path: paths.about },
  { title: 'Contact', path: paths.contact },
];

export type TargetFieldProps = {
  label: string;
  /** Label of the empty option. */
  noneLabel: string;
  /** A path; '' for none. */
  value: string;
  onChange: (path: string) => void;
  /** The source, which is not offered as a target. */
  from?: string | undefined;
  error?: string | null;
  isRequired?: boolean;
  hint?: string;
};

/** Chooses a published page of this site, or any other by its path. */
export function TargetField({
  label,
  noneLabel,
  value,
  onChange,
  from,
  error = null,
  isRequired = false,
  hint,
}: TargetFieldProps) {
  const pages = useQuery(redirectQueries.targets());
  const groups = [
    { name: 'Case studies', pages: pages.data?.studies ?? [] },
    { name: 'Blog posts', pages: pages.data?.posts ?? [] },
    { name: 'Pages', pages: STANDING_PAGES },
  ].map((group) => ({
    ...group,
    pages: group.pages.filter(({ path }) => sourceOf(path) !== from),
  }));
  const isOffered = groups.some((group) => group.pages.some(({ path }) => path === value));
  const [isTyping, setIsTyping] = useState(false);
  const isTyped = isTyping || (value !== '' && !isOffered && !pages.isPending);

  function handleChoice(choice: string) {
    setIsTyping(choice === TYPED);
    onChange(choice === TYPED ? '' : choice);
  }

  return (
    <div className="grid gap-4">
      <Field
        label={label}
        hint={pages.isError ? 'The published pages could not be listed. Type a path.' : hint}
        error={isTyped ? null : error}
        isRequired={isRequired}
      >
        <Select
          value={isTyped ? TYPED : isOffered ? value : ''}
          onChange={({ target }) => handleChoice(target.value)}
        >
          <option value="">{noneLabel}</option>
          {groups.map(
            (group) =>
              group.pages.length > 0 && (
                <optgroup key={group.name} label={group.name}>
                  {group.pages.map(({ path, title }) => (
                    <option key={path} value={path}>
                      {title}
                    </option>
                  ))}
                </optgroup>
              ),
          )}
          <option value={TYPED}>Another page, by its path</option>
        </Select>
      </Field>
      {isTyped && (
        <Field label="Path of the page" error={error} isRequired={isRequired}>
          <Input
            value={value}
            maxLength={TARGET_MAX}
            placeholder="/projects"
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => onChange(target.value)}
          />
        </Field>
      )}
    </div>
  );
}
