import type { ReactNode } from 'react';
import { Logo } from './logo';
import { MAIN_ID, SkipLink } from './skip-link';
import { ThemeToggle } from './theme-toggle';

/** Around a page for one client: the name of the agency, and nothing that leads away. */
export function ClientLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="relative z-1">
        <div className="mx-auto flex h-(--header-height) max-w-content items-center justify-between gap-4 px-gutter wide:px-0">
          <Logo />
          <ThemeToggle />
        </div>
      </header>
      <main id={MAIN_ID} tabIndex={-1} className="flex-1">
        {children}
      </main>
    </div>
  );
}
