import { matchPath, Route, Routes, useLocation } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { lazyRoute } from './lazy-route';
import { publicRoutes } from './public-routes';
import { PublicShell } from './public-shell';

const AccessPage = lazyRoute(async () => (await import('@/pages/auth/access-page')).AccessPage);
const NewPasswordPage = lazyRoute(
  async () => (await import('@/pages/auth/new-password-page')).NewPasswordPage,
);
const StaffRoutes = lazyRoute(async () => (await import('./staff-routes')).StaffRoutes);

/** Every page is a chunk of its own; the public frame is there from the start, the table of staff is not. */
export function AppRoutes() {
  const { pathname } = useLocation();
  if (matchPath(`${paths.admin}/:section/*`, pathname)) return <StaffRoutes />;
  return (
    <Routes>
      <Route element={<PublicShell />}>
        {publicRoutes.map(({ path, Page }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
        <Route path={paths.admin} element={<AccessPage />} />
        <Route path={paths.auth} element={<AccessPage />} />
        <Route path={paths.newPassword} element={<NewPasswordPage />} />
      </Route>
    </Routes>
  );
}
