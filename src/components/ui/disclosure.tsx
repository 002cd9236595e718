import { useState, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';

export type DisclosureProps = {
  summary: ReactNode;
  /** Rendered while it is open. */
  children: ReactNode;
  isOpenAtFirst?: boolean;
  className?: string;
};

export function Disclosure({
  summary,
  children,
  isOpenAtFirst = false,
  className,
}: DisclosureProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  return (
    <details
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className={clsx('group/disclosure', className)}
    >
      <summary className="flex min-h-12 w-fit list-none items-center gap-2 rounded-control pe-3 text-base font-semibold [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4.5 transition-transform duration-control group-open/disclosure:rotate-90"
        />
        {summary}
      </summary>
      {isOpen && children}
    </details>
  );
}
