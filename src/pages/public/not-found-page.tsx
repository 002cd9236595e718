import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { PageMessage } from '@/components/layout/page-message';
import { ButtonLink } from '@/components/ui/button';
import { TextLink } from '@/components/ui/text-link';
import { notFoundContent } from '@brand/texts/not-found';
import { site } from '@/content/site';
import { FollowRedirect } from '@/features/redirects/follow-redirect';
import { useIsHydrating } from '@/hooks/use-is-hydrating';
import { useLastPage } from '@/hooks/use-last-page';
import { isStaffArea, paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';

export function NotFoundPage() {
  // A prerendered text must stay on screen while redirects are looked up.
  const [isPrerendered] = useState(useIsHydrating());
  return (
    <div className="until-redrawn">
      <FollowRedirect pending={isPrerendered ? <NothingHere /> : <div className="min-h-[60svh]" />}>
        <NothingHere />
      </FollowRedirect>
    </div>
  );
}

function NothingHere() {
  const { pathname } = useLocation();
  const lastPage = useLastPage();
  useDocumentMeta({
    title: `${notFoundContent.meta.title} | ${site.name}`,
    description: 'There is no page at this address.',
    noindex: true,
  });
  useEffect(() => {
    // Without the query, which may contain personal data.
    console.warn(`404: no page at ${pathname}`);
  }, [pathname]);
  return (
    <PageMessage
      overline={<span className="font-display text-h3">{notFoundContent.overline}</span>}
      title={notFoundContent.title}
      text={notFoundContent.lead}
      actions={
        <>
          <ButtonLink to={paths.home} variant="primary" size="large">
            {notFoundContent.action}
          </ButtonLink>
          {lastPage !== null && (
            <ButtonLink to={lastPage} reloadDocument={isStaffArea(lastPage)} size="large">
              {notFoundContent.back}
            </ButtonLink>
          )}
          <p className="flex basis-full gap-6">
            <TextLink to={paths.projects}>{notFoundContent.projects}</TextLink>
            <TextLink to={paths.contact}>{notFoundContent.contact}</TextLink>
          </p>
        </>
      }
    />
  );
}
