import { createBrowserRouter, Outlet } from 'react-router-dom';
import { AppFrame } from '@/app/app';
import { PublicShell } from '@/app/public-shell';
import { PageHero } from '@/components/layout/page-hero';
import { ButtonLink } from '@/components/ui/button';
import { site } from '@/content/site';
import { paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';

const TITLE = 'The demo has no staff area';

export function createStaffRouter() {
  const frame = (
    <AppFrame>
      <Outlet />
    </AppFrame>
  );
  const shell = { element: <PublicShell />, children: [{ path: '*', element: <NoStaffArea /> }] };
  return createBrowserRouter([{ element: frame, children: [shell] }]);
}

function NoStaffArea() {
  useDocumentMeta({ title: `${TITLE} | ${site.name}`, description: TITLE, noindex: true });
  return (
    <PageHero
      title={TITLE}
      lead="Signing in needs a backend. `npm start` starts the whole site with one."
      actions={
        <ButtonLink to={paths.home} variant="primary" size="large" reloadDocument>
          Return to Home
        </ButtonLink>
      }
    />
  );
}
