import { useState, type ReactNode } from 'react';
import type { UploadNaming } from '@contracts/upload';
import { Link, useNavigate } from 'react-router-dom';
import { AdminPage } from '@/components/layout/admin-page';
import { LeaveGuard } from '@/components/leave-guard';
import { Tabs } from '@/components/ui/tabs';
import { site, type SiteLink } from '@/content/site';
import { DefinedImages } from '@/features/media/components/defined-images';
import { ImageUploader } from '@/features/media/components/image-uploader';
import { PlaceholderImages } from '@/features/media/components/placeholder-images';
import { StorageImages, type StorageImagesProps } from '@/features/media/components/storage-images';
import { StorageStatus } from '@/features/media/components/storage-status';
import { copyText } from '@/lib/copy-text';
import { imageFilters, TABS, type ImageFilters } from '@/features/media/filters';
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
    <AdminPage title="Admin Dashboard">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 desktop:grid-cols-[minmax(0,1fr)_auto] desktop:items-start">
        <section aria-labelledby="upload-title">
          <h2 id="upload-title" className="sr-only">
            Upload an image
          </h2>
          <ImageUploader
            upload={upload}
            isSlim
            naming={naming}
            onNamingChange={setNaming}
            onUseExisting={({ url }) => void copyExisting(url)}
          />
        </section>
        <StorageStatus isUploading={upload.isBusy} onReload={reloadPage} />
      </div>
      <ImageTabs onUnsavedChange={setIsUnsaved} />
      <SiteNavigation />
      <LeaveGuard
        isGuarding={() => upload.isBusy || isUnsaved}
        {...(upload.isBusy ? uploadQuestion : detailsQuestion)}
      />
    </AdminPage>
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
    <section aria-labelledby="images-title" className="mt-6">
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
    <nav
      aria-labelledby="navigation-title"
      className="mt-14 rounded-control border border-line bg-raised px-5 py-4 text-small"
    >
      <h2 id="navigation-title" className="sans-heading text-small">
        Site navigation
      </h2>
      {navigation.map(({ title, links }) => (
        <div key={title} className="flex gap-x-5">
          <h3 className="w-12 shrink-0 py-1.5 font-text text-small font-normal text-muted">
            {title}
          </h3>
          <ul className="flex flex-wrap gap-x-5">
            {links.map(({ label, to }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="inline-flex min-h-8 items-center underline-offset-4 hover:text-accent-text hover:underline"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
