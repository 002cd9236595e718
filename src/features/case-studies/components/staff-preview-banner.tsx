import { ArrowLeft, Pencil } from 'lucide-react';
import { PreviewBanner } from '@/components/layout/preview-banner';
import { ButtonLink } from '@/components/ui/button';
import { paths } from '@/lib/paths';
import type { CaseStudy } from '../model';
import { StatusBadge } from './staff-case-study-card';

export function StaffPreviewBanner({ id, status }: Pick<CaseStudy, 'id' | 'status'>) {
  return (
    <PreviewBanner text="PREVIEW MODE - This is how your case study will appear to visitors">
      <StatusBadge status={status} />
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
