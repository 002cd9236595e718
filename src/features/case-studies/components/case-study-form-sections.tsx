import { memo } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { CaseStudyInput } from '@contracts/case-study';
import { FormSection } from '@/components/layout/admin-page';
import { services } from '@brand/services';
import { ChoiceField, TextField } from '@/documents/components/form-fields';
import type { RenderPicturePicker } from '@/documents/components/picture-field';
import { PublishDateField } from '@/documents/components/publish-date-field';
import { SectionFields } from '@/documents/components/section-fields';
import { SlugField } from '@/documents/components/slug-field';
import type { Fields } from '@/documents/fields';
import type { PublicationState } from '@/documents/publication';
import { paths } from '@/lib/paths';
import { caseStudyFields } from '../fields';
import { caseStudyQueries } from '../queries';
import { GalleryRows, type RenderPictureBatch } from './gallery-rows';
import { MetricRows } from './metric-rows';

const fields: Fields<CaseStudyInput> = caseStudyFields;

export const caseStudySections = [
  { id: 'basics', title: 'Basic Information' },
  { id: 'story', title: 'Content Sections' },
  { id: 'metrics', title: 'Metrics' },
  { id: 'gallery', title: 'Gallery' },
  { id: 'more', title: 'Additional Information' },
  { id: 'search', title: 'Tags, search and call to action', short: 'Tags and search' },
] as const;
const [basics, story, metrics, gallery, more, search] = caseStudySections;

export type CaseStudyFormSectionsProps = {
  /** As stored. One by one, so that a save that leaves them alone renders nothing again. */
  title: string;
  slug: string;
  publishedAt: string;
  state: PublicationState;
  renderPicturePicker?: RenderPicturePicker | undefined;
  renderPictureBatch?: RenderPictureBatch | undefined;
};

/** Every field of the study. Memoised, so that a save does not re-render 200 inputs. */
export const CaseStudyFormSections = memo(function CaseStudyFormSections({
  title,
  slug,
  publishedAt,
  state,
  renderPicturePicker,
  renderPictureBatch,
}: CaseStudyFormSectionsProps) {
  return (
    <>
      <FormSection {...basics} description="Shown on cards and at the top of the page.">
        <div className="grid gap-5 tablet:grid-cols-[minmax(0,1fr)_12rem]">
          <TextField
            name="title"
            label={caseStudyFields.title.label}
            limit={caseStudyFields.title.limit}
            isRequired
            isWrapped
          />
          <ChoiceField
            name="status"
            label={caseStudyFields.status.label}
            options={caseStudyFields.status.options}
          />
        </div>
        <div className="grid gap-5 tablet:grid-cols-2">
          <SlugField
            label={caseStudyFields.slug.label}
            base={paths.project.to('')}
            stored={{ title, slug }}
            isDraft={state === 'draft'}
            isPublished={state === 'published'}
          />
          <PublishDateField label={caseStudyFields.publishedAt.label} stored={publishedAt} />
        </div>
        <SectionFields fields={fields} section="basics" />
      </FormSection>
      <FormSection {...story} description="The story. Empty parts are not shown.">
        <SectionFields fields={fields} section="story" />
      </FormSection>
      <FormSection {...metrics} description="Results in figures: “+38%”, “conversion rate”.">
        <MetricRows />
      </FormSection>
      <FormSection
        {...gallery}
        description="Shown in this order. An alternative text written here replaces that of the library. A YouTube or Vimeo address becomes a video below the pictures; its caption is the title."
      >
        <GalleryRows renderPicker={renderPicturePicker} renderBatch={renderPictureBatch} />
      </FormSection>
      <FormSection {...more} description="The client, the work and its pictures.">
        <SectionFields fields={fields} section="client" renderPicker={renderPicturePicker} />
      </FormSection>
      <FormSection
        {...search}
        description="How visitors find the study, and the call to action at its end."
      >
        <SearchFields />
      </FormSection>
    </>
  );
});

/** A component of its own, so that the arrival of the suggestions does not render every row again. */
function SearchFields() {
  return (
    <SectionFields fields={fields} section="search" suggestions={{ serviceTags: useServices() }} />
  );
}

/** Those of published studies; the services of the website while there are none. */
function useServices(): string[] {
  const topics = useQuery(caseStudyQueries.topics()).data ?? [];
  const used = topics.filter(({ kind }) => kind === 'service').map(({ name }) => name);
  return used.length > 0 ? used : services.map(({ title }) => title);
}
