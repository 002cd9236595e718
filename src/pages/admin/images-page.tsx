import { Link } from 'react-router-dom';
import { AdminPage } from '@/components/layout/admin-page';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { site, type SiteLink } from '@/content/site';
import { ImageUploader } from '@/features/media/components/image-uploader';
import { StorageImages } from '@/features/media/components/storage-images';
import { useImageUpload } from '@/features/media/use-image-upload';
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

export function ImagesPage() {
  useDocumentMeta({ title: `Admin Dashboard · ${site.name}`, description: '', noindex: true });
  const upload = useImageUpload();
  return (
    <AdminPage title="Admin Dashboard">
      <div className="grid gap-6 desktop:grid-cols-2">
        <Card className="flex flex-col">
          <CardHeader title="Upload an image" />
          <CardBody className="flex-1">
            <ImageUploader upload={upload} />
          </CardBody>
        </Card>
        <SiteNavigation />
      </div>
      <section aria-labelledby="storage-title" className="mt-10">
        <h2 id="storage-title" className="mb-5 font-text text-h4 font-semibold tracking-normal">
          Storage Images
        </h2>
        <StorageImages />
      </section>
    </AdminPage>
  );
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
