import type { ReactNode } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { POST_LIMITS, POST_TAG_MAX, POST_TAGS_MAX } from '@contracts/blog';
import { Field, Input, Textarea } from '@/components/ui/field';
import { TagInput } from '@/components/ui/tag-input';
import { useFieldError } from '@/documents/components/form-fields';
import {
  PictureField,
  useAltHint,
  type RenderPicturePicker,
} from '@/documents/components/picture-field';
import { postFields, type PostField, type PostInput } from '../fields';

/** Validates on blur, except an empty field, which is reported on save. */
export function useRegisterTyped(name: Exclude<PostField, 'tags' | 'publishedAt'>) {
  const { register, trigger, getValues } = useFormContext<PostInput>();
  return register(name, {
    onBlur: () => {
      if (getValues(name) !== '') void trigger(name);
    },
  });
}

export type PostTextFieldProps = {
  name: 'title' | 'excerpt' | 'imageAlt' | 'category' | 'author';
  hint?: ReactNode;
  /** More than one renders a text area. */
  rows?: number;
  /** The maximum number of characters; shows the count. */
  counter?: number;
  isRequired?: boolean;
  /** Suggested while typing. */
  suggestions?: readonly string[];
};

export function PostTextField({
  name,
  hint,
  rows = 1,
  counter,
  isRequired,
  suggestions = [],
}: PostTextFieldProps) {
  const error = useFieldError(name);
  const registered = useRegisterTyped(name);
  const listId = `${name}-suggestions`;
  return (
    <Field
      label={postFields[name].label}
      hint={hint}
      error={error}
      counter={counter}
      isRequired={isRequired}
    >
      {rows > 1 ? (
        <Textarea {...registered} rows={rows} />
      ) : (
        <Input
          {...registered}
          autoComplete="off"
          list={suggestions.length > 0 ? listId : undefined}
        />
      )}
      {suggestions.length > 0 && (
        <datalist id={listId}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </Field>
  );
}

export function PostTagsField({ suggestions }: { suggestions: readonly string[] }) {
  const { control } = useFormContext<PostInput>();
  const { field } = useController({ control, name: 'tags' });
  const error = useFieldError('tags');
  return (
    <div data-keeps-enter>
      <Field label={postFields.tags.label} hint="Enter or a comma adds one." error={error}>
        <TagInput
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          maxCount={POST_TAGS_MAX}
          maxLength={POST_TAG_MAX}
          suggestions={suggestions}
        />
      </Field>
    </div>
  );
}

/** The cover and its alternative text. */
export function CoverFields({ renderPicker }: { renderPicker: RenderPicturePicker | undefined }) {
  const { control } = useFormContext<PostInput>();
  const address = useWatch({ control, name: 'imageUrl' });
  const { label, pickerLabel, limit } = postFields.imageUrl;
  return (
    <>
      <PictureField
        name="imageUrl"
        {...{ label, pickerLabel, limit, renderPicker }}
        shape="card"
        hint="Shown 16:9 on top of the post."
      />
      <PostTextField name="imageAlt" counter={POST_LIMITS.cover_alt} hint={useAltHint(address)} />
    </>
  );
}
