import { clsx } from 'clsx';
import { Image } from '@/components/image';
import { shownName, usePeople, type Person } from './people-context';

const sizes = {
  small: { box: 'size-6 text-[0.625rem]', width: '24px' },
  medium: { box: 'size-9 text-small', width: '36px' },
  large: { box: 'size-20 text-h3', width: '80px' },
} as const;

export type PortraitProps = {
  person: Pick<Person, 'email' | 'name' | 'portraitUrl'>;
  size?: keyof typeof sizes;
  className?: string;
};

/** Decorative: the name stands beside it. Initials where there is no picture. */
export function Portrait({ person, size = 'medium', className }: PortraitProps) {
  const { box, width } = sizes[size];
  if (person.portraitUrl !== null) {
    return (
      <Image
        src={person.portraitUrl}
        alt=""
        aspect="avatar"
        sizes={width}
        severity="low"
        className={clsx('shrink-0 rounded-full', box, className)}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'grid shrink-0 place-items-center rounded-full bg-sky-soft font-semibold text-ink select-none',
        box,
        className,
      )}
    >
      {initialsOf(shownName(person))}
    </span>
  );
}

/** The name of the member with this address; the address is its tooltip. */
export function PersonName({ email }: { email: string }) {
  return <bdi title={email}>{shownName(usePeople().personOf(email))}</bdi>;
}

/** A small portrait with the name. */
export function PersonLine({ email }: { email: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-2 align-bottom">
      <Portrait person={usePeople().personOf(email)} size="small" />
      <span className="min-w-0">
        <PersonName email={email} />
      </span>
    </span>
  );
}

const LETTER = /[\p{L}\p{N}]/u;

/** Of the first and the last word: 'Mara J. Ellison' becomes 'ME', 'ada' becomes 'A'. */
function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/).flatMap((word) => LETTER.exec(word)?.[0] ?? []);
  const [first = '?', ...others] = words;
  return `${first}${others.at(-1) ?? ''}`.toUpperCase();
}
