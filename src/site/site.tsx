import { useEffect, type ReactNode } from 'react';
import { useRoutes, type RouteObject } from 'react-router-dom';
import { App, AppFrame } from '@/app/app';
import { PublicShell } from '@/app/public-shell';
import { isStaffArea, paths } from '@/lib/paths';
import { publicRoutes } from './public-routes';

export type SiteProps = {
  /** The router of the browser, or the one of the build. */
  router: (app: ReactNode) => ReactNode;
};

/** The public website: every page is a chunk of its own, the frame around them is there from the start. */
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

const routes: RouteObject[] = [
  {
    element: <PublicShell />,
    children: publicRoutes.map(({ path, Page }) => ({ path, element: <Page /> })),
  },
  // A host that answers staff addresses with this document must not make it reload for ever.
  ...(typeof location !== 'undefined' && isStaffArea(location.pathname)
    ? []
    : [paths.admin, paths.auth].map((area) => ({ path: `${area}/*`, element: <StaffDocument /> }))),
];

function SiteRoutes() {
  return useRoutes(routes);
}

/** The staff area is a document of its own, admin.html. */
function StaffDocument() {
  useEffect(() => location.reload(), []);
  return null;
}
