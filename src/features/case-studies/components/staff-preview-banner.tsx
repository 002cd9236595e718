import { ArrowLeft, Pencil } from 'lucide-react';
import { PreviewBanner } from '@/components/layout/preview-banner';
import { ButtonLink } from '@/components/ui/button';
import { StateBadge } from '@/documents/components/state-badge';
import type { PublicationState } from '@/documents/publication';
import { paths } from '@/lib/paths';

export type StaffPreviewBannerProps = { id: string; state: PublicationState };

export function StaffPreviewBanner({ id, state }: StaffPreviewBannerProps) {
  return (
    <PreviewBanner text="PREVIEW MODE - This is how your case study will appear to visitors">
      <StateBadge state={state} />
      <ButtonLink
        to={paths.adminCaseStudies}
        size="small"
        variant="quiet"
        icon={<ArrowLeft aria-hidden="true" />}
      >
        Back to list
      </ButtonLink>
      <ButtonLink
        to={paths.adminCaseStudyEdit.to(id)}
        size="small"
        icon={<Pencil aria-hidden="true" />}
      >
        Edit
      </ButtonLink>
    </PreviewBanner>
  );
}
