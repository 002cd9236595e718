import { use, useDeferredValue } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Checklist } from '@/documents/components/checklist';
import { LibraryFacts } from '@/documents/library-facts';
import { useRenderedPost } from '@/documents/use-rendered';
import { checkPost } from '../checklist';
import type { PostField, PostInput } from '../fields';

export function PostChecklist({ onGo }: { onGo: (field: PostField) => void }) {
  const { control } = useFormContext<PostInput>();
  const input = useDeferredValue(useWatch({ control, compute: (values: PostInput) => values }));
  const { rendered } = useRenderedPost(input.markdown);
  const facts = use(LibraryFacts) ?? {};
  if (rendered === null) return null;
  return <Checklist items={checkPost(input, rendered.html, facts)} onGo={onGo} />;
}
