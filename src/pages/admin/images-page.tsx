import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { UploadNaming } from '@contracts/upload';
import { Link, useNavigate } from 'react-router-dom';
import { AdminPage } from '@/components/layout/admin-page';
import { LeaveGuard } from '@/components/leave-guard';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Tabs } from '@/components/ui/tabs';
import { TextLink } from '@/components/ui/text-link';
import { site, type SiteLink } from '@/content/site';
import { enquiryQueries } from '@/features/enquiries/queries';
import { DefinedImages } from '@/features/media/components/defined-images';
import { ImageUploader } from '@/features/media/components/image-uploader';
import { PlaceholderImages } from '@/features/media/components/placeholder-images';
import { StorageImages, type StorageImagesProps } from '@/features/media/components/storage-images';
import { StorageStatus } from '@/features/media/components/storage-status';
import { copyText } from '@/lib/copy-text';
import { imageFilters, TABS, type ImageFilters } from '@/features/media/filters';
import { useSession } from '@/features/session/use-session';
import { staffQueries } from '@/features/staff/queries';
import { useFilePaste } from '@/features/media/use-file-paste';
import { useUploadQueue } from '@/features/media/use-upload-queue';
import { useSearchFilters } from '@/hooks/use-search-filters';
import { paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';

const navigation: readonly { title: string; links: readonly SiteLink[] }[] = [
  {
    title: 'Pages',
    links: [
      { label: 'Home', to: paths.home },
      { label: 'About', to: paths.about },
      { label: 'Services', to: paths.services.to() },
      { label: 'Projects', to: paths.projects },
      { label: 'Blog', to: paths.blog },
      { label: 'Contact', to: paths.contact },
    ],
  },
  {
    title: 'Admin',
    links: [
      { label: 'Images', to: paths.adminImages },
      { label: 'Case Studies', to: paths.adminCaseStudies },
    ],
  },
  {
    title: 'Legal',
    links: [
      { label: 'Privacy Policy', to: paths.privacy },
      { label: 'Terms of Service', to: paths.terms },
      { label: 'Cookie Policy', to: paths.cookie },
    ],
  },
];

const uploadQuestion = {
  title: 'Cancel the upload?',
  description: 'Images that are not uploaded yet must be chosen again.',
  leaveLabel: 'Cancel and leave',
  stayLabel: 'Keep uploading',
};

const detailsQuestion = {
  title: 'Leave without saving?',
  description: 'The alternative text or the focal point that you changed is not saved.',
  leaveLabel: 'Leave without saving',
  stayLabel: 'Keep editing',
};

export function ImagesPage() {
  useDocumentMeta({ title: `Admin Dashboard · ${site.name}`, description: '', noindex: true });
  const upload = useUploadQueue();
  const [naming, setNaming] = useState<UploadNaming>('random');
  const [isUnsaved, setIsUnsaved] = useState(false);
  useFilePaste((files) => upload.add(files, naming), 'page');
  return (
    <AdminPage title="Admin Dashboard" description={<WaitingLine />}>
      <div className="grid gap-6 desktop:grid-cols-2">
        <Card className="flex flex-col">
          <CardHeader title="Upload an image" />
          <CardBody className="flex-1">
            <ImageUploader
              upload={upload}
              naming={naming}
              onNamingChange={setNaming}
              onUseExisting={({ url }) => void copyExisting(url)}
            />
          </CardBody>
        </Card>
        <div className="grid content-start gap-6">
          <StorageStatus isUploading={upload.isBusy} onReload={reloadPage} />
          <SiteNavigation />
        </div>
      </div>
      <ImageTabs onUnsavedChange={setIsUnsaved} />
      <LeaveGuard
        isGuarding={() => upload.isBusy || isUnsaved}
        {...(upload.isBusy ? uploadQuestion : detailsQuestion)}
      />
    </AdminPage>
  );
}

/** Signing in leads here: what waits is said first. */
function WaitingLine() {
  const isOwner = useSession().role === 'owner';
  const { data: unread = 0 } = useQuery(enquiryQueries.unread());
  const requests = useQuery({ ...staffQueries.requests(), enabled: isOwner }).data?.length ?? 0;
  const parts = [
    unread > 0 && `${unread} unread ${unread === 1 ? 'enquiry' : 'enquiries'}`,
    requests > 0 && `${requests} access ${requests === 1 ? 'request' : 'requests'}`,
  ].filter((part) => part !== false);
  return (
    <>
      {parts.length > 0 && `${parts.join(' and ')}. `}
      <TextLink to={paths.adminToday}>See what is to do</TextLink>
    </>
  );
}

const TAB_LABELS: Record<ImageFilters['tab'], string> = {
  storage: 'Storage Images',
  placeholders: 'Placeholder Images',
  defined: 'Defined Images',
};

function ImageTabs({ onUnsavedChange }: Pick<StorageImagesProps, 'onUnsavedChange'>) {
  const navigate = useNavigate();
  const { filters, hrefOf, setFilters } = useSearchFilters(imageFilters);

  const content: Record<ImageFilters['tab'], ReactNode> = {
    storage: (
      <StorageImages
        filters={filters}
        onChange={(changes) => setFilters(changes, { replace: true })}
        hrefTo={(page) => hrefOf({ ...filters, page })}
        onUnsavedChange={onUnsavedChange}
      />
    ),
    placeholders: <PlaceholderImages />,
    defined: <DefinedImages />,
  };
  return (
    <section aria-labelledby="images-title" className="mt-10">
      <h2 id="images-title" className="sr-only">
        Images
      </h2>
      <Tabs
        label="Images"
        value={filters.tab}
        onValueChange={(tab) => void navigate(hrefOf({ tab }))}
        items={TABS.map((value) => ({
          value,
          label: TAB_LABELS[value],
          content: content[value],
        }))}
      />
    </section>
  );
}

function copyExisting(url: string) {
  return copyText(url, {
    done: 'URL of the stored picture copied',
    failed: 'The URL could not be copied',
  });
}

function reloadPage() {
  window.location.reload();
}

function SiteNavigation() {
  return (
    <Card>
      <CardHeader title="Site navigation" id="navigation-title" />
      <nav aria-labelledby="navigation-title" className="divide-y divide-line px-5 tablet:px-6">
        {navigation.map(({ title, links }) => (
          <div key={title} className="grid gap-x-6 py-3 tablet:grid-cols-[4rem_minmax(0,1fr)]">
            <h3 className="pt-2 font-text text-small font-semibold tracking-normal text-muted">
              {title}
            </h3>
            <ul className="flex flex-wrap gap-x-6">
              {links.map(({ label, to }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="inline-flex min-h-9 items-center text-base underline-offset-4 hover:text-accent-text hover:underline"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </Card>
  );
}
