import { use, useDeferredValue } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Circle, CircleCheck } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Disclosure } from '@/components/ui/disclosure';
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
    <Disclosure
      isOpenAtFirst={open.length > 0}
      className="rounded-control border border-line bg-raised px-4"
      summary={
        <>
          Before publishing
          <span className="ms-1 text-small font-normal text-muted">
            {open.length === 0
              ? 'All done'
              : `${items.length - open.length} of ${items.length} done`}
          </span>
        </>
      }
    >
      <ul className="grid gap-1 pb-4 text-base">
        {items.map((item) => (
          <Check key={item.id} item={item} onGo={() => onGo(item.field)} />
        ))}
      </ul>
    </Disclosure>
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
