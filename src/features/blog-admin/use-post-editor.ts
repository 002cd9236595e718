import {
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import type { Post } from '@contracts/blog';
import { useJournal } from '@/hooks/use-journal';
import { AppError, messageOf, toAppError } from '@/lib/errors';
import { createJournal } from '@/lib/journal';
import { getQueueOwner, subscribeToQueue } from '@/lib/offline-queue';
import { TYPED_MORE, withTypedSince } from '@/lib/typed-since';
import { getPost, refusedFields } from './api';
import { mergeVersions, type Choices, type Comparison } from './merge';
import {
  emptyPostInput,
  hasSameContent,
  hasSameText,
  isPostField,
  isStoredAlike,
  isStoredFrom,
  keptInputSchema,
  postFields,
  postInputSchema,
  toPostInput,
  type PostField,
  type PostInput,
} from './model';
import { notifySaved, useSavePost } from './queries';
import { discardQueuedPost, queuePost, readQueuedPost, type KeptPost } from './queued-posts';

export type PostForm = UseFormReturn<PostInput, unknown, PostInput>;

/** What the backend holds of the post on screen, as far as this screen knows. */
export type StoredPost = {
  id: string;
  /** Null until the post has been created. */
  version: number | null;
  input: PostInput;
  updatedAt: string | null;
};

/** Why a save cannot simply be repeated. */
export type SaveConflict =
  | {
      kind: 'changed';
      post: Post;
      base: PostInput | null;
      mine: PostInput;
      theirs: PostInput;
      /** What the form held when the two were compared. */
      inForm: PostInput;
      /** How often they were compared anew because more was typed. */
      round: number;
    }
  | { kind: 'deleted'; newId: string; mine: PostInput };

type SaveTarget = { id: string; version: number | null; base: PostInput | null };

const unsavedTextSchema = z.object({
  values: keptInputSchema,
  stored: z.object({
    id: z.string(),
    version: z.number().nullable(),
    input: keptInputSchema,
    updatedAt: z.string().nullable(),
  }),
  unanswered: z.array(keptInputSchema),
});
/** Unsaved text with the version it was written against, so that a newer one is met as a conflict. */
export type UnsavedPost = z.infer<typeof unsavedTextSchema>;

export const postJournal = createJournal<UnsavedPost>({
  kind: 'post',
  parse: (value) => unsavedTextSchema.safeParse(value).data ?? null,
});
const NEW_POST = 'new';

/** Read once, when the form opens: later values change nothing. */
export type OpenedPost = {
  /** Null for a new one, and for one that was deleted while its text waited on this device. */
  post: Post | null;
  /** What this device keeps of it because it could not be saved. */
  queued?: KeptPost | null | undefined;
  /** Unsaved text about a post that is gone. */
  orphan?: UnsavedPost | null | undefined;
};

export type PostEditorOptions = OpenedPost & {
  /** Whose unsaved text is kept: the user id; null while nobody is known. */
  owner: string | null;
  onCreated: (id: string) => void;
};

/**
 * One post being written: the form, what is stored of it, and saving with everything that can come
 * between. One save runs at a time; what is typed while it runs stays, and stays unsaved.
 */
export function usePostEditor({
  post,
  queued = null,
  orphan = null,
  owner,
  onCreated,
}: PostEditorOptions) {
  const [stored, setStored] = useState(() => orphan?.stored ?? initialStored(post, queued));
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState(() => initialFailure(queued));
  const [conflict, setConflict] = useState(() =>
    initialConflict(post, stored, queued, queued?.save.input ?? orphan?.values ?? null),
  );
  /** What waits on this device to be saved. */
  const [kept, setKept] = useState(queued?.save.input ?? null);
  const keptState = useRef(queued?.state ?? 'waiting');
  const isBusy = useRef(false);
  /** What the running save sends; null while none does. */
  const inHand = useRef<PostInput | null>(null);
  /** Save was pressed while something ran that does not send what was typed by then. */
  const isSaveDue = useRef(false);
  /** Sent, and answered by silence: the backend may hold any of these. */
  const unanswered = useRef<PostInput[]>(
    queued ? [...queued.save.unanswered, queued.save.input] : (orphan?.unanswered ?? []),
  );
  const { mutateAsync } = useSavePost();

  const form: PostForm = useForm<PostInput, unknown, PostInput>({
    resolver: zodResolver(postInputSchema),
    defaultValues: kept ?? orphan?.values ?? stored.input,
    mode: 'onSubmit',
    reValidateMode: 'onBlur',
  });
  const read = useCallback(() => structuredClone(form.getValues()), [form]);

  const unsaved = useJournal<UnsavedPost>({
    journal: postJournal,
    owner,
    subject: stored.version === null ? NEW_POST : stored.id,
    take: () => {
      const values = read();
      if (!isUnkept(values, stored, kept)) return null;
      const subject = stored.version === null ? NEW_POST : stored.id;
      return { subject, text: { values, stored, unanswered: unanswered.current } };
    },
    isNews: ({ values }) =>
      !hasSameText(values, form.getValues()) && !hasSameText(values, stored.input),
    apply: (text) => {
      setStored(text.stored);
      unanswered.current = text.unanswered;
      form.reset(text.values);
      // What waits goes its own way, unless this was written on top of it.
      if (kept && !text.unanswered.some((sent) => hasSameContent(sent, kept))) setKept(null);
    },
  });
  const touch = useEffectEvent(() => unsaved.touch());
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => touch() }), [form]);
  useEffect(() => touch(), [stored, kept]);

  async function alone(task: () => Promise<void>) {
    if (isBusy.current) return;
    isBusy.current = true;
    setIsSaving(true);
    setFailure(null);
    try {
      await task();
    } finally {
      isBusy.current = false;
      inHand.current = null;
      setIsSaving(false);
    }
  }

  /** @returns whether the post is stored now */
  async function store(target: SaveTarget, input: PostInput): Promise<boolean> {
    const { id, version, base } = target;
    inHand.current = input;
    try {
      settle(target, await mutateAsync({ id, version, input, before: base }), input);
      return true;
    } catch (thrown) {
      const error = toAppError(thrown, 'Failed to save the post');
      if (error.kind === 'conflict') return settleConflict(target, input, error);
      if (error.kind === 'not-found' && version !== null) return settleGone(target, input, error);
      if (error.kind === 'offline') await keep(target, input);
      if (error.kind === 'offline' || error.kind === 'unexpected') rememberSent(input);
      if (error.kind === 'invalid') showBesideFields(error);
      setFailure(error);
      return false;
    }
  }

  async function keep({ id, version, base }: SaveTarget, input: PostInput) {
    keptState.current = 'waiting';
    const save = { id, version, before: base, input, unanswered: unanswered.current };
    if (!(await queuePost(save))) return;
    setKept(input);
    if (conflict?.kind !== 'changed') return;
    // Merged and kept: the form goes on from there. Its own text against what the merge brings to the
    // backend would take the other side's words out again with the next save.
    form.reset(input);
    setStored({ id, version, input: conflict.theirs, updatedAt: null });
    setConflict(null);
  }

  function rememberSent(input: PostInput) {
    if (unanswered.current.some((sent) => hasSameContent(sent, input))) return;
    unanswered.current = [...unanswered.current, input];
  }

  function settle(target: SaveTarget, saved: Post, sent: PostInput) {
    unanswered.current = [];
    const input = settledInput(toPostInput(saved), sent);
    takeOver(input, sent);
    setStored({ id: saved.id, version: saved.version, input, updatedAt: saved.updatedAt });
    setConflict(null);
    setFailure(null);
    forgetKept();
    if (target.id !== stored.id) void discardQueuedPost(target.id);
    if (target.version === null) onCreated(target.id);
  }

  /** What the service filled in or knows by another spelling, where nothing was typed meanwhile. */
  function takeOver(input: PostInput, sent: PostInput) {
    const typed = form.getValues();
    for (const field of ['slug', 'publishedAt', 'category', 'author'] as const) {
      if (typed[field] === sent[field] && input[field] !== sent[field]) {
        form.setValue(field, input[field]);
      }
    }
    if (isStoredAlike('tags', typed, sent) && !isStoredAlike('tags', input, sent)) {
      form.setValue('tags', input.tags);
    }
  }

  async function settleConflict(target: SaveTarget, mine: PostInput, error: AppError) {
    const current = await fetchTheirs(target, mine, error);
    if (!current) return false;
    const theirs = toPostInput(current);
    if (isStoredFrom(theirs, mine)) {
      notifySaved(target.base, mine);
      settle(target, current, mine);
      return true;
    }
    const arrived = unanswered.current.find((sent) => isStoredFrom(theirs, sent));
    if (arrived) {
      const isStored = await store(
        { id: target.id, version: current.version, base: arrived },
        mine,
      );
      if (isStored && target.version === null) onCreated(target.id);
      return isStored;
    }
    setConflict({
      kind: 'changed',
      post: current,
      base: target.base ?? unanswered.current.at(-1) ?? null,
      // With what was typed while theirs was fetched.
      mine: conflict ? mine : read(),
      theirs,
      inForm: read(),
      round: 0,
    });
    return false;
  }

  /** Not found may also mean "no longer yours to change": then it can still be read. */
  async function settleGone(target: SaveTarget, mine: PostInput, error: AppError) {
    const current = await fetchTheirs(target, mine, error);
    if (current) setFailure(new AppError('forbidden', error.message, { cause: error }));
    return false;
  }

  async function fetchTheirs({ id }: SaveTarget, mine: PostInput, error: AppError) {
    try {
      return await getPost(id);
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.kind === 'not-found') {
        setConflict({ kind: 'deleted', newId: crypto.randomUUID(), mine });
      } else {
        const kind = thrown instanceof AppError ? thrown.kind : 'unexpected';
        setFailure(new AppError(kind, `${error.message}. ${messageOf(thrown)}`, { cause: thrown }));
      }
      return null;
    }
  }

  function forgetKept() {
    setKept(null);
    // What another tab keeps of this post is not this form's to discard.
    if (kept) void discardQueuedPost(stored.id, kept);
  }

  /** No longer waiting: sent, unless someone discarded it. */
  async function settleReplayed(target: SaveTarget, sent: PostInput) {
    const current = await getPost(target.id).catch(() => null);
    if (current && isStoredFrom(toPostInput(current), sent)) settle(target, current, sent);
    else setKept(null);
  }

  /** What waited here is sent by the queue, maybe from another tab: the form learns what came of it. */
  const followQueue = useEffectEvent(async () => {
    // Signed out, the queue shows nothing of what waits.
    if (!kept || isBusy.current || !getQueueOwner()) return;
    const now = await readQueuedPost(stored.id);
    if (now?.state === keptState.current) return;
    await alone(async () => {
      keptState.current = now?.state ?? 'waiting';
      const conflicting = new AppError('conflict', 'Failed to update the post');
      if (now?.state === 'conflict') await settleConflict(targetOf(stored), read(), conflicting);
      else if (now?.state === 'failed') setFailure(failureOf(now));
      else if (!now) await settleReplayed(targetOf(stored), kept);
    });
  });
  useEffect(() => subscribeToQueue(() => void followQueue()), []);

  async function save() {
    if (isBusy.current) {
      isSaveDue.current = !inHand.current || !hasSameText(form.getValues(), inHand.current);
      return;
    }
    await alone(() =>
      form.handleSubmit(async () => void (await store(targetOf(stored), read())))(),
    );
  }

  /** What was pressed, or sent by the queue, while the form was busy. */
  const catchUp = useEffectEvent(() => {
    const isDue = isSaveDue.current && !conflict && isUnkept(form.getValues(), stored, kept);
    isSaveDue.current = false;
    void (isDue ? save() : followQueue());
  });
  useEffect(() => {
    if (!isSaving) catchUp();
  }, [isSaving]);

  function showBesideFields(error: AppError) {
    const problems = Object.entries(refusedFields(error)).filter(
      (problem): problem is [PostField, string] => isPostField(problem[0]),
    );
    for (const [field, message] of problems) form.setError(field, { type: 'server', message });
    const [first] = problems;
    if (first) form.setFocus(first[0]);
  }

  return {
    form,
    stored,
    isSaving,
    /** The text that waits on this device, as of the last try to save; null when nothing does. */
    kept,
    /** Why the last try failed, until the next one. */
    failure,
    conflict,
    unsaved,
    /** Validates and saves, once it can; invalid fields say so and take the focus. */
    save,
    saveMerged: (comparison: Comparison, choices: Choices) =>
      alone(async () => {
        if (conflict?.kind !== 'changed') return;
        const more = withTypedSince(conflict.mine, conflict.inForm, read());
        if (more) {
          // A last key can reach the form while the comparison opens.
          setConflict({ ...conflict, mine: more, inForm: read(), round: conflict.round + 1 });
          setFailure(new AppError('conflict', TYPED_MORE));
          return;
        }
        const { post: current, mine, theirs } = conflict;
        const merged = mergeVersions(mine, theirs, comparison, choices);
        const target = { id: current.id, version: current.version, base: theirs };
        if (await store(target, merged)) form.reset(merged);
      }),
    saveAsNew: () =>
      alone(async () => {
        if (conflict?.kind !== 'deleted') return;
        await store({ id: conflict.newId, version: null, base: null }, conflict.mine);
      }),
    cancelConflict: () => {
      setConflict(null);
      setFailure(null);
    },
    /** The post is gone on purpose, and what waits for it with it. */
    forgetKept,
  };
}

export type PostEditor = ReturnType<typeof usePostEditor>;

/** As it was sent where that is how it is stored: blanks around a text are no change to save. */
function settledInput(saved: PostInput, sent: PostInput): PostInput {
  const input = { ...saved };
  const keepSpelling = <Field extends PostField>(field: Field) => {
    if (isStoredAlike(field, saved, sent)) input[field] = sent[field];
  };
  postFields.forEach(keepSpelling);
  return input;
}

function targetOf({ id, version, input }: StoredPost): SaveTarget {
  return { id, version, base: version === null ? null : input };
}

function initialStored(post: Post | null, queued: KeptPost | null): StoredPost {
  const updatedAt = post?.updatedAt ?? null;
  if (queued) {
    // The version it was written against, so that a newer one is met as a conflict.
    const { id, version, before } = queued.save;
    return { id, version, input: before ?? emptyPostInput, updatedAt };
  }
  return {
    id: post?.id ?? crypto.randomUUID(),
    version: post?.version ?? null,
    input: post ? toPostInput(post) : emptyPostInput,
    updatedAt,
  };
}

function initialFailure(queued: KeptPost | null): AppError | null {
  return queued?.state === 'failed' ? failureOf(queued) : null;
}

function failureOf({ problem }: KeptPost): AppError {
  return new AppError('unexpected', problem ?? 'Failed to save the post');
}

function initialConflict(
  post: Post | null,
  stored: StoredPost,
  queued: KeptPost | null,
  mine: PostInput | null,
): SaveConflict | null {
  if (!mine) return null;
  if (!post) {
    return stored.version === null ? null : { kind: 'deleted', newId: crypto.randomUUID(), mine };
  }
  if (queued?.state !== 'conflict') return null;
  const theirs = toPostInput(post);
  return { kind: 'changed', post, base: queued.save.before, mine, theirs, inForm: mine, round: 0 };
}

/** Whether the form holds anything else than the reference: what is stored, or kept. */
export function useIsUnsaved(form: PostForm, reference: PostInput | null): boolean {
  const subscribe = useCallback(
    (listener: () => void) => form.subscribe({ formState: { values: true }, callback: listener }),
    [form],
  );
  return useSyncExternalStore(
    subscribe,
    () => reference !== null && !hasSameText(form.getValues(), reference),
  );
}

/** Whether leaving would lose text: it is neither stored nor kept on this device. */
export function isUnkept(values: PostInput, stored: StoredPost, kept: PostInput | null): boolean {
  return !hasSameText(values, stored.input) && !(kept && hasSameText(values, kept));
}
