import { useEffect, useEffectEvent, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Field, Input } from '@/components/ui/field';
import { loadLatin } from '@/lib/words/load-latin';
import { useFieldError } from './form-fields';

/** The fields that every kind with an address has. */
type Addressed = { title: string; slug: string };

export type SlugFieldProps = {
  label: string;
  /** The address without the slug, such as '/blog/'. */
  base: string;
  stored: Addressed;
  /** The address follows the title until it is edited or the document is published or scheduled. */
  isDraft: boolean;
  /** Visitors see the page at its stored address. */
  isPublished: boolean;
};

export function SlugField({ label, base, stored, isDraft, isPublished }: SlugFieldProps) {
  const { control, register, trigger, getValues, setValue, subscribe } =
    useFormContext<Addressed>();
  const error = useFieldError('slug');
  const slug = useWatch({ control, name: 'slug' });
  const isOwn = useRef<boolean | null>(null);

  const followTitle = useEffectEvent(async () => {
    const { slugFromTitle } = await loadLatin();
    const { title, slug: current } = getValues();
    isOwn.current ??= current !== '' && current !== slugFromTitle(stored.title);
    if (!isOwn.current && isDraft) setValue('slug', slugFromTitle(title), { shouldDirty: true });
  });
  useEffect(
    () =>
      subscribe({
        name: 'title',
        formState: { values: true },
        callback: ({ name }) => {
          // Without the library, which a connection may not bring, the backend makes the address.
          if (name === 'title') followTitle().catch(() => {});
        },
      }),
    [subscribe],
  );

  return (
    <Field
      label={label}
      error={error}
      hint={
        <span role="status">
          {isPublished && slug !== stored.slug ? (
            <span className="font-medium text-warning">
              {base}
              {stored.slug} will lead to the new address.
            </span>
          ) : slug === '' ? (
            'Leave empty to make it from the title.'
          ) : (
            `${base}${slug}`
          )}
        </span>
      }
    >
      <Input
        {...register('slug', {
          onBlur: () => {
            if (getValues('slug') !== '') void trigger('slug');
          },
        })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onInput={(event) => {
          isOwn.current = event.currentTarget.value !== '';
        }}
      />
    </Field>
  );
}
