import { Suspense, type ReactNode } from 'react';
import { Outlet } from 'react-router-dom';
import { SiteFooter, type SiteFooterProps } from './site-footer';
import { SiteHeader, type SiteHeaderProps } from './site-header';
import { MAIN_ID, SkipLink } from './skip-link';

export type PublicLayoutProps = SiteHeaderProps &
  SiteFooterProps & {
    /** In place of the router's outlet. */
    children?: ReactNode;
  };

export function PublicLayout({ children, services, year, ...header }: PublicLayoutProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <SiteHeader {...header} />
      <main id={MAIN_ID} tabIndex={-1} className="flex-1">
        {children ?? <Outlet />}
      </main>
      {/* Its own Suspense boundary hydrates separately, like every section. */}
      <Suspense>
        <SiteFooter services={services} year={year} />
      </Suspense>
    </div>
  );
}
