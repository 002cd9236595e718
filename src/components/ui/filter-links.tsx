import { clsx } from 'clsx';
import { Link } from 'react-router-dom';

export type FilterLinksProps = {
  label: string;
  links: readonly { to: string; name: string; isChosen: boolean }[];
};

/** Links to the filtered lists; they work before hydration. */
export function FilterLinks({ label, links }: FilterLinksProps) {
  return (
    // The padding centres a link that gets the focus: browsers leave one where it is of which a part can be seen.
    // Always one line on a phone, so that the list below does not move when the links arrive.
    <nav
      aria-label={label}
      className="scroll-hint min-h-9 min-w-0 -my-1 py-1 max-tablet:-mx-gutter max-tablet:grow max-tablet:basis-full max-tablet:overflow-x-auto max-tablet:scroll-px-[40%] max-tablet:ps-gutter"
    >
      <ul className="flex gap-x-6 gap-y-1 text-base max-tablet:w-max tablet:flex-wrap">
        {links.map(({ to, name, isChosen }) => (
          <li key={to} className="min-w-0">
            <Link
              to={to}
              aria-current={isChosen ? 'true' : undefined}
              className={clsx(
                'inline-block border-b-2 py-1 transition-colors duration-control',
                isChosen
                  ? 'border-accent font-semibold text-ink'
                  : 'border-transparent text-muted hover:border-line-strong hover:text-ink',
              )}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
