import { memo } from 'react';
import { useFormContext } from 'react-hook-form';
import {
  CASE_STUDY_LIMITS,
  SERVICE_TAGS_MAX,
  TAG_MAX,
  TECHNOLOGIES_MAX,
  type CaseStudyInput,
} from '@contracts/case-study';
import { FormSection } from '@/components/layout/admin-page';
import { Field, Select } from '@/components/ui/field';
import {
  PictureField,
  TagsField,
  TextField,
  useFieldError,
  type RenderPicturePicker,
} from './case-study-form-fields';
import { caseStudyFieldLabels as labels } from './case-study-form-labels';
import { GalleryRows, MetricRows } from './case-study-form-rows';

const limits = CASE_STUDY_LIMITS;

export type CaseStudyFormSectionsProps = { renderPicturePicker?: RenderPicturePicker | undefined };

/** Every field of the study. Memoised: saving and failing around it must not touch 200 inputs. */
export const CaseStudyFormSections = memo(function CaseStudyFormSections({
  renderPicturePicker,
}: CaseStudyFormSectionsProps) {
  return (
    <>
      <BasicInformation />
      <ContentSections />
      <FormSection title="Metrics" description="Results in figures: “+38 %”, “conversion rate”.">
        <MetricRows />
      </FormSection>
      <FormSection
        title="Gallery"
        description="Pictures in the order of the page. The alt text tells what a picture shows to those who cannot see it."
      >
        <GalleryRows renderPicker={renderPicturePicker} />
      </FormSection>
      <AdditionalInformation renderPicker={renderPicturePicker} />
      <TagsSearchAndCallToAction />
    </>
  );
});

function BasicInformation() {
  return (
    <FormSection title="Basic Information" description="What cards and the top of the page show.">
      <div className="grid gap-6 tablet:grid-cols-[minmax(0,1fr)_12rem]">
        <TextField name="title" label={labels.title} limit={limits.title} isRequired />
        <StatusField />
      </div>
      <TextField name="headline" label={labels.headline} limit={limits.headline} />
      <TextField name="subhead" label={labels.subhead} limit={limits.subhead} />
      <TextField
        name="description"
        label={labels.description}
        limit={limits.description}
        rows={3}
      />
    </FormSection>
  );
}

function StatusField() {
  const { register } = useFormContext<CaseStudyInput>();
  const error = useFieldError('status');
  return (
    <Field label={labels.status} error={error}>
      <Select {...register('status')}>
        <option value="draft">Draft</option>
        <option value="published">Published</option>
      </Select>
    </Field>
  );
}

function ContentSections() {
  return (
    <FormSection title="Content Sections" description="The story. An empty part is left out.">
      <TextField name="challenge" label={labels.challenge} limit={limits.challenge} rows={5} />
      <TextField name="solution" label={labels.solution} limit={limits.solution} rows={5} />
      <TextField name="results" label={labels.results} limit={limits.results} rows={5} />
      <TextField
        name="whatWeLoved"
        label={labels.whatWeLoved}
        limit={limits.what_we_loved}
        rows={5}
      />
    </FormSection>
  );
}

function AdditionalInformation({
  renderPicker,
}: {
  renderPicker?: RenderPicturePicker | undefined;
}) {
  return (
    <FormSection
      title="Additional Information"
      description="The client, the work and its pictures."
    >
      <div className="grid gap-6 tablet:grid-cols-2">
        <TextField name="clientName" label={labels.clientName} limit={limits.client_name} />
        <TextField
          name="clientUrl"
          label={labels.clientUrl}
          limit={limits.client_url}
          type="url"
          placeholder="https://"
        />
        <TextField name="timeline" label={labels.timeline} limit={limits.timeline} />
        <TextField name="role" label={labels.role} limit={limits.role} />
      </div>
      <TextField
        name="clientQuote"
        label={labels.clientQuote}
        limit={limits.client_quote}
        rows={3}
      />
      <PictureField
        name="heroImageUrl"
        label={labels.heroImageUrl}
        pickerLabel="the hero image"
        limit={limits.hero_image_url}
        hint="Covers the card and the top of the page."
        renderPicker={renderPicker}
      />
      <PictureField
        name="clientLogoUrl"
        label={labels.clientLogoUrl}
        pickerLabel="the client logo"
        limit={limits.client_logo_url}
        renderPicker={renderPicker}
        shape="logo"
      />
    </FormSection>
  );
}

function TagsSearchAndCallToAction() {
  return (
    <FormSection
      title="Tags, search and call to action"
      description="How the study is found, and what it asks for at its end."
    >
      <TagsField
        name="serviceTags"
        maxCount={SERVICE_TAGS_MAX}
        maxLength={TAG_MAX}
        hint="Cards show the first two. Enter or a comma adds one."
      />
      <TagsField
        name="technologies"
        maxCount={TECHNOLOGIES_MAX}
        maxLength={TAG_MAX}
        hint="Enter or a comma adds one."
      />
      <div className="grid gap-6 tablet:grid-cols-2">
        <TextField name="industry" label={labels.industry} limit={limits.industry} />
        <TextField name="outcome" label={labels.outcome} limit={limits.outcome} />
      </div>
      <TextField
        name="metaDescription"
        label={labels.metaDescription}
        limit={limits.meta_description}
        rows={3}
        isCounted
        hint="What search engines show below the title."
      />
      <TextField name="ctaHeadline" label={labels.ctaHeadline} limit={limits.cta_headline} />
      <TextField name="ctaText" label={labels.ctaText} limit={limits.cta_text} rows={2} />
    </FormSection>
  );
}
