import { useId, useRef } from 'react';
import { useMutation, type UseQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Check, RotateCw } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { SpinnerMark } from '@/components/ui/spinner';
import { TextLink } from '@/components/ui/text-link';
import { messageOf } from '@/lib/errors';
import type { HealthCheck, Verdict } from '../verdict';

export type HealthLine = { check: HealthCheck; result: UseQueryResult<Verdict> };

export type HealthGroupsProps = {
  groups: readonly { name: string; lines: readonly HealthLine[] }[];
};

export const needsAttention = ({ result }: HealthLine) =>
  result.isError || result.data?.isGood === false;

/** The summary leads there. */
export const lineId = ({ key }: HealthCheck) => `check-${key.replaceAll(' ', '-')}`;

/** What needs attention comes first: the groups that have such a check, and such checks within their group. */
export function HealthGroups({ groups }: HealthGroupsProps) {
  return (
    <div className="grid gap-9">
      {attentionFirst(groups, ({ lines }) => lines.some(needsAttention)).map(({ name, lines }) => (
        <Group key={name} name={name} lines={attentionFirst(lines, needsAttention)} />
      ))}
    </div>
  );
}

function attentionFirst<Item>(items: readonly Item[], isUrgent: (item: Item) => boolean): Item[] {
  return [...items.filter(isUrgent), ...items.filter((item) => !isUrgent(item))];
}

function Group({ name, lines }: { name: string; lines: readonly HealthLine[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 sans-heading text-h4">
        {name}
      </h2>
      <ul
        aria-labelledby={id}
        className="divide-y divide-line rounded-control border border-line bg-raised"
      >
        {lines.map(({ check, result }) => (
          <Line key={check.key} check={check} result={result} />
        ))}
      </ul>
    </section>
  );
}

function Line({ check, result }: HealthLine) {
  const verdict = verdictOf(check, result);
  const row = useRef<HTMLLIElement>(null);

  /** The button is gone then, and the row may stand elsewhere. */
  async function handleDone() {
    await result.refetch();
    row.current?.focus();
  }

  return (
    <li
      ref={row}
      id={lineId(check)}
      tabIndex={-1}
      aria-busy={result.isFetching}
      className={clsx(
        'grid scroll-mt-16 items-baseline -outline-offset-2 first:rounded-t-control last:rounded-b-control target:bg-sunken grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1 px-5 tablet:grid-cols-[14rem_minmax(0,1fr)_auto]',
        verdict && !verdict.isGood ? 'py-4' : 'py-3 tablet:py-2',
      )}
    >
      <h3 className="sans-heading text-base">{check.name}</h3>
      <div className="col-span-2 row-start-2 min-w-0 text-base tablet:col-span-1 tablet:col-start-2 tablet:row-start-1">
        <p className={verdict ? undefined : 'text-muted'}>{verdict?.message ?? 'Checking…'}</p>
        {verdict?.advice !== undefined && (
          <p className="mt-1 max-w-[48rem] text-small text-muted">{verdict.advice}</p>
        )}
        {verdict?.places && (
          <ul className="mt-2 grid gap-1.5 text-small">
            {verdict.places.map(({ text, label, to }) => (
              <li key={`${to} ${text}`} className="flex flex-wrap items-baseline gap-x-3">
                <span dir="auto" className="min-w-0 wrap-anywhere">
                  {text}
                </span>
                <TextLink to={to}>
                  {label}
                  <span className="sr-only">: {text}</span>
                </TextLink>
              </li>
            ))}
          </ul>
        )}
        {verdict && !verdict.isGood && (
          <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-2">
            {verdict.link && (
              <TextLink to={verdict.link.to} hasArrow className="text-small">
                {verdict.link.label}
              </TextLink>
            )}
            {verdict.action ? (
              <ActionButton name={check.name} {...verdict.action} onDone={handleDone} />
            ) : (
              <Button
                size="small"
                isPending={result.isFetching}
                icon={<RotateCw aria-hidden="true" />}
                onClick={() => void result.refetch()}
              >
                Check again<span className="sr-only"> {check.name}</span>
              </Button>
            )}
          </div>
        )}
      </div>
      <div>
        {verdict?.isGood === false ? (
          <Badge tone="warning">Needs attention</Badge>
        ) : (
          <span className="flex items-baseline gap-1.5 text-small text-muted [&_svg]:size-4 [&_svg]:self-center">
            {verdict ? <Check aria-hidden="true" /> : <SpinnerMark />}
            {verdict ? 'Good' : 'Checking'}
          </span>
        )}
      </div>
    </li>
  );
}

type ActionButtonProps = NonNullable<Verdict['action']> & {
  name: string;
  onDone: () => Promise<unknown>;
};

/** A failure is shown by the default toast of mutations. */
function ActionButton({ label, run, name, onDone }: ActionButtonProps) {
  const { mutate, isPending } = useMutation({ mutationFn: run, onSuccess: onDone });
  return (
    <Button size="small" isPending={isPending} onClick={() => mutate()}>
      {label}
      <span className="sr-only"> {name}</span>
    </Button>
  );
}

function verdictOf(check: HealthCheck, { data, error }: UseQueryResult<Verdict>): Verdict | null {
  if (error) {
    return {
      isGood: false,
      message: `Could not be checked: ${messageOf(error)}`,
      advice: check.adviceOnFailure ?? 'Fix the backend checks above first.',
    };
  }
  return data ?? null;
}
