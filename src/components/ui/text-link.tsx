import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { ArrowRight, ArrowUpRight } from 'lucide-react';
import { Link } from 'react-router-dom';

export type TextLinkProps = {
  children: ReactNode;
  className?: string;
  /** A small arrow after the text, for links that stand alone. */
  hasArrow?: boolean;
} & ({ to: string; href?: undefined } | { href: string; to?: undefined });

/** A link in text (`to`: a page of this site, `href`: another site, mail or telephone). */
export function TextLink({ to, href, children, className, hasArrow = false }: TextLinkProps) {
  const classes = clsx(
    'link',
    hasArrow && 'group/link inline-flex items-center gap-2 font-semibold',
    className,
  );
  if (href !== undefined) {
    const isElsewhere = /^https?:/.test(href);
    return (
      <a href={href} className={classes} rel={isElsewhere ? 'noopener noreferrer' : undefined}>
        {children}
        {hasArrow && <ArrowUpRight aria-hidden="true" className="size-[1em]" />}
      </a>
    );
  }
  return (
    <Link to={to} className={classes}>
      {children}
      {hasArrow && (
        <ArrowRight
          aria-hidden="true"
          className="size-[1em] transition-transform duration-control group-hover/link:translate-x-1"
        />
      )}
    </Link>
  );
}
