import { matchPath, useLocation, useRoutes, type RouteObject } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { lazyRoute } from './lazy-route';
import { publicRoutes } from './public-routes';
import { PublicShell } from './public-shell';

const AccessPage = lazyRoute(async () => (await import('@/pages/auth/access-page')).AccessPage);
const NewPasswordPage = lazyRoute(
  async () => (await import('@/pages/auth/new-password-page')).NewPasswordPage,
);
const ContinuePage = lazyRoute(
  async () => (await import('@/pages/auth/continue-page')).ContinuePage,
);
const StaffRoutes = lazyRoute(async () => (await import('./staff-routes')).StaffRoutes);

const routes: RouteObject[] = [
  {
    element: <PublicShell />,
    children: [
      ...publicRoutes.map(({ path, Page }) => ({ path, element: <Page /> })),
      { path: paths.admin, element: <AccessPage /> },
      { path: paths.auth, element: <AccessPage /> },
      { path: paths.newPassword, element: <NewPasswordPage /> },
      { path: paths.continueAs, element: <ContinuePage /> },
    ],
  },
];

/** Every page is a chunk of its own; the public frame is there from the start, the table of staff is not. */
export function AppRoutes() {
  const { pathname } = useLocation();
  const isForStaff = matchPath(`${paths.admin}/:section/*`, pathname) !== null;
  return isForStaff ? <StaffRoutes /> : <PublicRoutes />;
}

function PublicRoutes() {
  return useRoutes(routes);
}
