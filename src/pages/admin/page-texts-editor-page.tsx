import { useState, type ComponentType } from 'react';
import { SiteFooter } from '@/components/layout/site-footer';
import { SiteHeader } from '@/components/layout/site-header';
import type { TextPage } from '@/content/text-sources';
import { services } from '@brand/services';
import { DocumentEditor } from '@/documents/components/document-editor';
import { PageTextsForm } from '@/features/page-texts/components/page-texts-form';
import { AboutPage } from '../public/about-page';
import { BlogPage } from '../public/blog-page';
import { ContactPage } from '../public/contact-page';
import { CookiePage } from '../public/cookie-page';
import { HomePage } from '../public/home-page';
import { NotFoundPage } from '../public/not-found-page';
import { PrivacyPage } from '../public/privacy-page';
import { ProjectsPage } from '../public/projects-page';
import { ServicesPage } from '../public/services-page';
import { TermsPage } from '../public/terms-page';
import { DocumentEditorPage } from './document-editor-page';
import { PageTextsPage } from './page-texts-page';
import { RenamedDialog, type Renamed } from './renamed-dialog';

const publicPages: Readonly<Record<TextPage, ComponentType>> = {
  home: HomePage,
  about: AboutPage,
  services: ServicesPage,
  projects: ProjectsPage,
  blog: BlogPage,
  contact: ContactPage,
  people: AboutPage,
  offices: ContactPage,
  site: HeaderAndFooter,
  'not-found': NotFoundPage,
  privacy: PrivacyPage,
  terms: TermsPage,
  cookie: CookiePage,
};

const THIS_YEAR = new Date().getFullYear();

export function PageTextsEditorPage() {
  const [renamed, setRenamed] = useState<Renamed | null>(null);
  return (
    <PageTextsPage>
      {(kind) => (
        <>
          <DocumentEditorPage kind={kind}>
            {({ id, session, ...slots }) => (
              <DocumentEditor kind={kind} id={id} session={session}>
                {(opened) => (
                  <PageTextsForm
                    kind={kind}
                    opened={opened}
                    slots={{
                      ...slots,
                      renderSignOff: undefined,
                      userId: session.userId,
                      isSignedIn: session.userId !== null,
                    }}
                    onRenamed={(renames) => setRenamed({ pageId: id ?? '', renames })}
                    page={publicPages[kind.page]}
                  />
                )}
              </DocumentEditor>
            )}
          </DocumentEditorPage>
          {renamed && <RenamedDialog {...renamed} onClose={() => setRenamed(null)} />}
        </>
      )}
    </PageTextsPage>
  );
}

function HeaderAndFooter() {
  return (
    <div className="[--header-height:4.5rem]">
      <SiteHeader isMenuOpen={false} onMenuOpenChange={() => {}} />
      <div className="h-24" />
      {/* A list of its own: the footer is memoised. */}
      <SiteFooter services={[...services]} year={THIS_YEAR} />
    </div>
  );
}
