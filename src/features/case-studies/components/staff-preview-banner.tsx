import { ArrowLeft, Pencil } from 'lucide-react';
import { ButtonLink } from '@/components/ui/button';
import { paths } from '@/lib/paths';
import type { CaseStudy } from '../model';
import { StatusBadge } from './staff-case-study-card';

/** Sticky, so that the preview is not mistaken for the public page. */
export function StaffPreviewBanner({ study }: { study: CaseStudy }) {
  return (
    <section
      aria-label="Preview"
      className="sticky top-0 z-40 flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5 border-b border-sky bg-sky-soft px-gutter py-2.5 text-small"
    >
      <p className="min-w-0 flex-[1_1_18rem] font-medium">
        PREVIEW MODE - This is how your case study will appear to visitors
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <StatusBadge status={study.status} />
        <ButtonLink
          to={paths.adminCaseStudies}
          size="small"
          variant="quiet"
          icon={<ArrowLeft aria-hidden="true" />}
        >
          Back to list
        </ButtonLink>
        <ButtonLink
          to={paths.adminCaseStudyEdit.to(study.id)}
          size="small"
          icon={<Pencil aria-hidden="true" />}
        >
          Edit
        </ButtonLink>
      </div>
    </section>
  );
}
