import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import type { Rename } from '@/documents/replace-words';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import { OF_NOW } from '@/lib/of-now';
import { findNamedTexts, isShownToVisitors, type NamedText } from './renamed-texts';

export type Renamed = {
  /** Of the page on which the names were changed. */
  pageId: string;
  renames: readonly Rename[];
};

export type RenamedDialogProps = Renamed & { onClose: () => void };

/** Shown after a save that changed names: which texts still say the old ones, and replaces them. Nothing while there are none. */
export function RenamedDialog({ pageId, renames, onClose }: RenamedDialogProps) {
  const queryClient = useQueryClient();
  const { data: texts = [], refetch } = useQuery({
    ...OF_NOW,
    queryKey: ['renamed', pageId, renames],
    queryFn: () => findNamedTexts(pageId, renames),
    gcTime: 0,
  });
  const replacing = useMutation({
    mutationFn: replaceAll,
    meta: { handlesError: true },
    onSettled: () =>
      queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'renamed' }),
  });

  async function replaceAll(chosen: readonly NamedText[]) {
    const goesLive = await isShownToVisitors(pageId);
    const refused: string[] = [];
    // One after the other, because two names may stand in one text.
    for (const text of chosen) {
      await text
        .replace(goesLive)
        .catch((error: unknown) => refused.push(`${text.title}: ${messageOf(error)}`));
    }
    const left = (await refetch()).data ?? [];
    if (left.length === 0) {
      notify({
        type: 'success',
        title: 'The new name stands everywhere',
        description: goesLive
          ? 'Where changes wait to be published, it waits with them.'
          : 'It waits to be published in each text, as it does here.',
      });
      onClose();
    }
    return refused;
  }

  if (texts.length === 0) return null;
  const names = [...new Set(texts.map(({ rename }) => `“${rename.from}”`))].join(' or ');
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      canClose={!replacing.isPending}
      size="large"
      title={`${texts.length === 1 ? '1 text still says' : `${texts.length} texts still say`} ${names}`}
      description="Replacing saves each text with the new name, as a version of its own that its history can undo."
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button disabled={replacing.isPending} onClick={onClose}>
            Leave them
          </Button>
          <Button
            variant="primary"
            isPending={replacing.isPending}
            pendingLabel="Replacing…"
            onClick={() => replacing.mutate(texts)}
          >
            {texts.length === 1 ? 'Replace' : 'Replace each'}
          </Button>
        </div>
      }
    >
      {replacing.error && <Alert kind="danger">{messageOf(replacing.error)}</Alert>}
      {replacing.data !== undefined && replacing.data.length > 0 && (
        <Alert kind="danger">
          <ul className="grid gap-1">
            {replacing.data.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Alert>
      )}
      <ul aria-label="Texts with the old name" className="divide-y divide-line">
        {texts.map((text) => (
          <li
            key={`${text.id} ${text.rename.from}`}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3"
          >
            <div className="min-w-0 flex-[1_1_16rem]">
              <a href={text.path} target="_blank" rel="noreferrer" className="link">
                {text.title}
                <span className="sr-only"> (in a new tab)</span>
              </a>
              <p dir="auto" className="text-small wrap-anywhere text-muted">
                {text.snippet}
              </p>
            </div>
            {texts.length > 1 && (
              <Button
                size="small"
                disabled={replacing.isPending}
                onClick={() => replacing.mutate([text])}
              >
                Replace<span className="sr-only"> in {text.title}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
