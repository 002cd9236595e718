import { memo } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { CaseStudyInput } from '@contracts/case-study';
import { FormSection } from '@/components/layout/admin-page';
import { serviceTitles } from '@/content/service-titles';
import {
  ChoiceField,
  TextField,
  type RenderPicturePicker,
} from '@/documents/components/form-fields';
import { PublishDateField } from '@/documents/components/publish-date-field';
import { SectionFields } from '@/documents/components/section-fields';
import { SlugField } from '@/documents/components/slug-field';
import type { Fields } from '@/documents/fields';
import type { PublicationState } from '@/documents/publication';
import { paths } from '@/lib/paths';
import { caseStudyFields } from '../fields';
import { caseStudyQueries } from '../queries';
import { GalleryRows, MetricRows, type RenderPictureBatch } from './case-study-form-rows';

const fields: Fields<CaseStudyInput> = caseStudyFields;

export type CaseStudyFormSectionsProps = {
  /** As stored. One by one, so that a save that leaves them alone renders nothing again. */
  title: string;
  slug: string;
  state: PublicationState;
  renderPicturePicker?: RenderPicturePicker | undefined;
  renderPictureBatch?: RenderPictureBatch | undefined;
};

/** Every field of the study. Memoised, so that a save does not re-render 200 inputs. */
export const CaseStudyFormSections = memo(function CaseStudyFormSections({
  title,
  slug,
  state,
  renderPicturePicker,
  renderPictureBatch,
}: CaseStudyFormSectionsProps) {
  return (
    <>
      <FormSection title="Basic Information" description="What cards and the top of the page show.">
        <div className="grid gap-6 tablet:grid-cols-[minmax(0,1fr)_12rem]">
          <TextField
            name="title"
            label={caseStudyFields.title.label}
            limit={caseStudyFields.title.limit}
            isRequired
          />
          <ChoiceField
            name="status"
            label={caseStudyFields.status.label}
            options={caseStudyFields.status.options}
          />
        </div>
        <SlugField
          label={caseStudyFields.slug.label}
          base={paths.project.to('')}
          stored={{ title, slug }}
          isDraft={state === 'draft'}
          isPublished={state === 'published'}
        />
        <PublishDateField label={caseStudyFields.publishedAt.label} />
        <SectionFields fields={fields} section="basics" />
      </FormSection>
      <FormSection title="Content Sections" description="The story. An empty part is left out.">
        <SectionFields fields={fields} section="story" />
      </FormSection>
      <FormSection title="Metrics" description="Results in figures: “+38 %”, “conversion rate”.">
        <MetricRows />
      </FormSection>
      <FormSection
        title="Gallery"
        description="Pictures in the order of the page. The alternative text describes a picture to visitors who cannot see it; the library has one for all its uses. An address of a YouTube or Vimeo video adds the video, below the pictures; its caption is the title."
      >
        <GalleryRows renderPicker={renderPicturePicker} renderBatch={renderPictureBatch} />
      </FormSection>
      <FormSection
        title="Additional Information"
        description="The client, the work and its pictures."
      >
        <SectionFields fields={fields} section="client" renderPicker={renderPicturePicker} />
      </FormSection>
      <FormSection
        title="Tags, search and call to action"
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
  return used.length > 0 ? used : Object.values(serviceTitles);
}
