import { useEffect, useRef, useState } from 'react';
import { parseVideo } from '@contracts/video';
import { Button } from '@/components/ui/button';
import { isOwnPicture } from '@/documents/fields';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import { fetchForeignPicture } from '../api';
import { useUploadQueue } from '../use-upload-queue';

/** An address that is typed is fetched when typing pauses for so long. */
const PAUSE_MS = 800;

/** Null for our own pictures, pages of videos and what is no address of the web. */
export function foreignAddress(value: string): string | null {
  const text = value.trim();
  if (!/^https:\/\/[^/]+\/./i.test(text) || !URL.canParse(text)) return null;
  return isOwnPicture(text) || parseVideo(text) !== null ? null : text;
}

export type ForeignPictureProps = {
  address: string;
  /** False for one that the form was opened with, which is fetched on request. */
  isTyped: boolean;
  /** Gets the address in the library. */
  onPick: (url: string) => void;
};

/** Stores the picture of another website in the library, and exchanges its address. */
export function ForeignPicture({ address, isTyped, onPick }: ForeignPictureProps) {
  const { host } = new URL(address);
  /** Counts the requests; none at 0. */
  const [wanted, setWanted] = useState(isTyped ? 1 : 0);
  const [problem, setProblem] = useState<string | null>(null);
  const upload = useUploadQueue({ takesOne: true, onStored: ({ url }) => onPick(url) });
  const { add, clear } = upload;
  const [task] = upload.tasks;
  const existing = task?.question?.kind === 'duplicate' ? task.question.existing : null;
  const failure = problem ?? (task?.bar.status === 'failed' ? task.bar.message : null);
  const pick = useRef(onPick);
  useEffect(() => {
    pick.current = onPick;
  }, [onPick]);

  useEffect(() => {
    if (!existing) return;
    notify({ type: 'success', title: 'In your library already', description: existing.name });
    pick.current(existing.url);
  }, [existing]);

  useEffect(() => {
    if (wanted === 0) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      setProblem(null);
      fetchForeignPicture(address, controller.signal)
        .then((file) => {
          if (!controller.signal.aborted) add([file]);
        })
        .catch((error: unknown) => {
          if (!controller.signal.aborted) setProblem(messageOf(error));
        });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
      clear();
      setProblem(null);
    };
  }, [address, wanted, add, clear]);

  return (
    <div className="grid min-w-0 basis-full justify-items-start gap-2 text-small">
      <p role="status" className={failure === null ? 'text-muted' : 'text-danger'}>
        {wanted > 0 && (failure ?? `Storing the picture of ${host} in your library…`)}
      </p>
      {(wanted === 0 || failure !== null) && (
        <Button size="small" onClick={() => setWanted((count) => count + 1)}>
          {wanted > 0 ? 'Try again' : `Store the picture of ${host}`}
        </Button>
      )}
    </div>
  );
}
