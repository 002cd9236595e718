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
import type { CaseStudyInput } from '@contracts/case-study';
import { useJournal } from '@/hooks/use-journal';
import { AppError, messageOf, toAppError } from '@/lib/errors';
import { getQueueOwner, subscribeToQueue } from '@/lib/offline-queue';
import { TYPED_MORE, withTypedSince } from '@/lib/typed-since';
import { getCaseStudy } from './api';
import {
  hasSameContent,
  hasSameText,
  mergeVersions,
  type Choices,
  type Comparison,
} from './conflict';
import {
  caseStudyFormSchema,
  emptyCaseStudyInput,
  toCaseStudyInput,
  type StoredCaseStudy,
} from './editing';
import type { CaseStudy } from './model';
import { fieldProblemOf, notifySaved, useSaveCaseStudy } from './mutations';
import { discardQueuedSave, queueSave, readQueuedSave, type KeptSave } from './queued-saves';
import { caseStudyJournal, journalSubject, type UnsavedText } from './unsaved-text';

export type CaseStudyForm = UseFormReturn<CaseStudyInput, unknown, CaseStudyInput>;

/** Why a save cannot simply be repeated. */
export type SaveConflict =
  | {
      kind: 'changed';
      id: string;
      version: number;
      base: CaseStudyInput | null;
      mine: CaseStudyInput;
      theirs: CaseStudyInput;
      /** What the form held when the two were compared. */
      inForm: CaseStudyInput;
      /** How often they were compared anew because more was typed. */
      round: number;
    }
  | { kind: 'deleted'; newId: string; mine: CaseStudyInput };

type SaveTarget = { id: string; version: number | null; base: CaseStudyInput | null };

/** Read once, when the form opens: later values change nothing. */
export type OpenedCaseStudy = {
  /** Null for a new one, and for one that was deleted while its text waited on this device. */
  study: CaseStudy | null;
  /** What this device keeps of it because it could not be saved. */
  queued?: KeptSave | null | undefined;
  /** Unsaved text about a study that is gone. */
  orphan?: UnsavedText | null | undefined;
};

export type CaseStudyEditorOptions = OpenedCaseStudy & {
  /** Who is writing; null while nobody is signed in. */
  userId: string | null;
  onCreated: (id: string) => void;
};

/**
 * One study being written: the form, what is stored of it, and saving with everything that can
 * come between. One save runs at a time; what is typed while it runs stays, and stays unsaved.
 */
export function useCaseStudyEditor({
  study,
  queued = null,
  orphan = null,
  userId,
  onCreated,
}: CaseStudyEditorOptions) {
  const [stored, setStored] = useState(() => orphan?.stored ?? initialStored(study, queued));
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState(() => initialFailure(queued));
  const [conflict, setConflict] = useState(() =>
    initialConflict(study, stored, queued, queued?.save.input ?? orphan?.values ?? null),
  );
  /** What waits on this device to be saved. */
  const [kept, setKept] = useState(queued?.save.input ?? null);
  const keptState = useRef(queued?.state ?? 'waiting');
  const isBusy = useRef(false);
  /** What the running save sends; null while none does. */
  const inHand = useRef<CaseStudyInput | null>(null);
  /** Save was pressed while something ran that does not send what was typed by then. */
  const isSaveDue = useRef(false);
  /** Sent, and answered by silence: the backend may hold any of these. */
  const unanswered = useRef<CaseStudyInput[]>(
    queued ? [...queued.save.unanswered, queued.save.input] : (orphan?.unanswered ?? []),
  );
  const { mutateAsync } = useSaveCaseStudy();

  const form: CaseStudyForm = useForm<CaseStudyInput, unknown, CaseStudyInput>({
    resolver: zodResolver(caseStudyFormSchema),
    defaultValues: kept ?? orphan?.values ?? stored.input,
    mode: 'onSubmit',
    reValidateMode: 'onBlur',
  });
  const read = useCallback(() => structuredClone(form.getValues()), [form]);
  const journal = useJournal<UnsavedText>({
    journal: caseStudyJournal,
    owner: useLatest(userId),
    subject: journalSubject(stored),
    take: () => {
      const values = form.getValues();
      if (!isUnkept(values, stored, kept)) return null;
      return {
        subject: journalSubject(stored),
        text: { values, stored, unanswered: unanswered.current },
      };
    },
    isNews: ({ values }) =>
      !hasSameText(values, form.getValues()) && !hasSameText(values, stored.input),
    apply: (text) => {
      // With the version the text was written against, so that a newer one is met as a conflict.
      setStored(text.stored);
      unanswered.current = text.unanswered;
      form.reset(text.values);
      // What waits goes its own way, unless this was written on top of it.
      if (kept && !text.unanswered.some((sent) => hasSameContent(sent, kept))) setKept(null);
    },
  });
  const touchJournal = useEffectEvent(() => journal.touch());
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: () => touchJournal() }),
    [form],
  );
  useEffect(() => touchJournal(), [stored, kept]);

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

  /** @returns whether the study is stored now */
  async function store(target: SaveTarget, input: CaseStudyInput): Promise<boolean> {
    const { id, version, base } = target;
    inHand.current = input;
    try {
      const saved = await mutateAsync({ id, version, input, before: base });
      settle(target, saved.version, input);
      return true;
    } catch (thrown) {
      const error = toAppError(thrown, 'Failed to save case study');
      if (error.kind === 'conflict') return settleConflict(target, input, error);
      if (error.kind === 'not-found' && version !== null) {
        return settleGone(target, input, error);
      }
      if (error.kind === 'offline') await keep(target, input);
      if (error.kind === 'offline' || error.kind === 'unexpected') rememberSent(input);
      if (error.kind === 'invalid') showBesideField(error);
      setFailure(error);
      return false;
    }
  }

  async function keep({ id, version, base }: SaveTarget, input: CaseStudyInput) {
    keptState.current = 'waiting';
    const save = { id, version, before: base, input, unanswered: unanswered.current };
    if (!(await queueSave(save))) return;
    setKept(input);
    if (conflict?.kind !== 'changed') return;
    // Merged and kept: the form goes on from there. Its own text against what the merge brings to the
    // backend would take the other side's words out again with the next save.
    form.reset(input);
    setStored({ id, version, input: conflict.theirs, savedAt: null });
    setConflict(null);
  }

  function rememberSent(input: CaseStudyInput) {
    if (unanswered.current.some((sent) => hasSameContent(sent, input))) return;
    unanswered.current = [...unanswered.current, input];
  }

  function settle(target: SaveTarget, version: number, input: CaseStudyInput) {
    unanswered.current = [];
    setStored({ id: target.id, version, input, savedAt: new Date().toISOString() });
    setConflict(null);
    forgetKept();
    if (target.id !== stored.id) void discardQueuedSave(target.id);
    if (target.version === null) onCreated(target.id);
  }

  async function settleConflict(target: SaveTarget, mine: CaseStudyInput, error: AppError) {
    const study = await fetchTheirs(target, mine, error);
    if (!study) return false;
    const theirs = toCaseStudyInput(study);
    if (hasSameContent(theirs, mine)) {
      notifySaved(mine.title, target.version === null);
      settle(target, study.version, mine);
      return true;
    }
    const arrived = unanswered.current.find((sent) => hasSameContent(theirs, sent));
    if (arrived) {
      const isStored = await store({ id: target.id, version: study.version, base: arrived }, mine);
      if (isStored && target.version === null) onCreated(target.id);
      return isStored;
    }
    setConflict({
      kind: 'changed',
      id: target.id,
      version: study.version,
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
  async function settleGone(target: SaveTarget, mine: CaseStudyInput, error: AppError) {
    const study = await fetchTheirs(target, mine, error);
    if (study) setFailure(new AppError('forbidden', error.message, { cause: error }));
    return false;
  }

  async function fetchTheirs({ id }: SaveTarget, mine: CaseStudyInput, error: AppError) {
    try {
      return await getCaseStudy(id);
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
    // What another tab keeps of this study is not this form's to discard.
    if (kept) void discardQueuedSave(stored.id, kept);
  }

  /** No longer waiting: sent, unless someone discarded it. */
  async function settleReplayed(target: SaveTarget, sent: CaseStudyInput) {
    const study = await getCaseStudy(target.id).catch(() => null);
    if (study && hasSameContent(toCaseStudyInput(study), sent)) settle(target, study.version, sent);
    else setKept(null);
  }

  /** What waited here is sent by the queue, maybe from another tab: the form learns what came of it. */
  const followQueue = useEffectEvent(async () => {
    // Signed out, the queue shows nothing of what waits.
    if (!kept || isBusy.current || !getQueueOwner()) return;
    const now = await readQueuedSave(stored.id);
    if (now?.state === keptState.current) return;
    await alone(async () => {
      keptState.current = now?.state ?? 'waiting';
      if (now?.state === 'conflict') {
        const conflicting = new AppError('conflict', 'Failed to update case study');
        await settleConflict(targetOf(stored), read(), conflicting);
      } else if (now?.state === 'failed') {
        setFailure(failureOf(now));
      } else if (!now) {
        await settleReplayed(targetOf(stored), kept);
      }
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

  function showBesideField(error: AppError) {
    const problem = fieldProblemOf(error);
    if (!problem) return;
    form.setError(problem.field, { type: 'server', message: problem.message });
    form.setFocus(problem.field);
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
    /** Keeps what is typed on this device, and offers what was left behind. */
    journal,
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
        const { id, version, mine, theirs } = conflict;
        const merged = mergeVersions(mine, theirs, comparison, choices);
        if (await store({ id, version, base: theirs }, merged)) form.reset(merged);
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
    /** The study is gone on purpose, and what waits for it with it. */
    forgetKept,
  };
}

function targetOf({ id, version, input }: StoredCaseStudy): SaveTarget {
  return { id, version, base: version === null ? null : input };
}

function initialStored(study: CaseStudy | null, queued: KeptSave | null): StoredCaseStudy {
  if (queued) {
    // The version it was written against, so that a newer one is met as a conflict.
    const { id, version, before } = queued.save;
    return { id, version, input: before ?? emptyCaseStudyInput, savedAt: null };
  }
  return {
    id: study?.id ?? crypto.randomUUID(),
    version: study?.version ?? null,
    input: study ? toCaseStudyInput(study) : emptyCaseStudyInput,
    savedAt: study?.updatedAt ?? null,
  };
}

function initialFailure(queued: KeptSave | null): AppError | null {
  return queued?.state === 'failed' ? failureOf(queued) : null;
}

function failureOf({ problem }: KeptSave): AppError {
  return new AppError('unexpected', problem ?? 'Failed to save case study');
}

function initialConflict(
  study: CaseStudy | null,
  stored: StoredCaseStudy,
  queued: KeptSave | null,
  mine: CaseStudyInput | null,
): SaveConflict | null {
  if (!mine) return null;
  if (!study) {
    return stored.version === null ? null : { kind: 'deleted', newId: crypto.randomUUID(), mine };
  }
  if (queued?.state !== 'conflict') return null;
  return {
    kind: 'changed',
    id: study.id,
    version: study.version,
    base: queued.save.before,
    mine,
    theirs: toCaseStudyInput(study),
    inForm: mine,
    round: 0,
  };
}

export type CaseStudyEditor = ReturnType<typeof useCaseStudyEditor>;

/** Whether the form holds anything else than the reference: what is stored, or kept. */
export function useIsUnsaved(form: CaseStudyForm, reference: CaseStudyInput | null): boolean {
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
export function isUnkept(
  values: CaseStudyInput,
  stored: StoredCaseStudy,
  kept: CaseStudyInput | null,
): boolean {
  return !hasSameText(values, stored.input) && !(kept && hasSameText(values, kept));
}

/** The last one known: a session that ends takes nobody's text away. */
function useLatest<Value>(value: Value | null): Value | null {
  const [latest, setLatest] = useState(value);
  if (value !== null && value !== latest) setLatest(value);
  return value ?? latest;
}
