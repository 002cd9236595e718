import { use, useDeferredValue } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Circle, CircleCheck } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { LibraryFacts } from '@/documents/library-facts';
import { checkPost, type CheckItem } from '../checklist';
import type { PostField, PostInput } from '../fields';
import { useRenderedPost } from '@/documents/use-rendered';

/** Advice before publishing; it does not block saving. */
export function PostChecklist({ onGo }: { onGo: (field: PostField) => void }) {
  const { control } = useFormContext<PostInput>();
  const input = useDeferredValue(useWatch({ control, compute: (values: PostInput) => values }));
  const { rendered } = useRenderedPost(input.markdown);
  const facts = use(LibraryFacts) ?? {};
  if (rendered === null) return null;
  const items = checkPost(input, rendered.html, facts);
  const open = items.filter(({ isDone }) => !isDone);
  return (
    <details className="group rounded-control border border-line bg-raised" open>
      <summary className="min-h-11 cursor-pointer rounded-control px-4 py-2.5 text-base font-semibold">
        Before publishing
        <span className="ms-3 text-small font-normal text-muted">
          {open.length === 0 ? 'All done' : `${items.length - open.length} of ${items.length} done`}
        </span>
      </summary>
      <ul className="grid gap-1 px-4 pb-4 text-base">
        {items.map((item) => (
          <Check key={item.id} item={item} onGo={() => onGo(item.field)} />
        ))}
      </ul>
    </details>
  );
}

function Check({ item, onGo }: { item: CheckItem; onGo: () => void }) {
  const Icon = item.isDone ? CircleCheck : Circle;
  return (
    <li className="flex items-start gap-2.5 py-1">
      <Icon
        aria-hidden="true"
        className={`mt-0.5 size-5 shrink-0 ${item.isDone ? 'text-success' : 'text-muted'}`}
      />
      <span className={item.isDone ? 'text-muted' : undefined}>
        <span className="sr-only">{item.isDone ? 'Done: ' : 'To do: '}</span>
        {item.label}
      </span>
      {!item.isDone && (
        <Button size="small" variant="quiet" onClick={onGo} className="ms-auto -my-1 shrink-0">
          Go there<span className="sr-only">: {item.label}</span>
        </Button>
      )}
    </li>
  );
}
