import { useEffect, type ReactNode } from 'react';
import { useRoutes, type RouteObject } from 'react-router-dom';
import { App, AppFrame } from '@/app/app';
import { PublicShell } from '@/app/public-shell';
import { isStaffArea, paths } from '@/lib/paths';
import { publicRoutes } from './public-routes';

export type SiteProps = {
  /** A `BrowserRouter`, or a `StaticRouter` in the build. */
  router: (app: ReactNode) => ReactNode;
};

/** The public website: every page is its own chunk, the layout around it is part of the entry. */
export function Site({ router }: SiteProps) {
  return (
    <App>
      {router(
        <AppFrame>
          <SiteRoutes />
        </AppFrame>,
      )}
    </App>
  );
}

const routesOf = (isFramed: boolean): RouteObject[] =>
  publicRoutes
    .filter(({ hasOwnFrame }) => !hasOwnFrame === isFramed)
    .map(({ path, Page }) => ({ path, element: <Page /> }));

const routes: RouteObject[] = [
  { element: <PublicShell />, children: routesOf(true) },
  ...routesOf(false),
  // If the host serves this document for a staff path by mistake, it must not reload endlessly.
  ...(typeof location !== 'undefined' && isStaffArea(location.pathname)
    ? []
    : [paths.admin, paths.auth].map((area) => ({ path: `${area}/*`, element: <StaffDocument /> }))),
];

function SiteRoutes() {
  return useRoutes(routes);
}

/** The staff area is another document, admin.html: load it. */
function StaffDocument() {
  useEffect(() => location.reload(), []);
  return null;
}
