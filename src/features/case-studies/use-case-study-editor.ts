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
import { caseStudyInputSchema, type CaseStudyInput } from '@contracts/case-study';
import { AppError, messageOf, toAppError } from '@/lib/errors';
import { getCaseStudy } from './api';
import {
  hasSameContent,
  hasSameText,
  mergeVersions,
  type Choices,
  type Comparison,
} from './conflict';
import { emptyCaseStudyInput, toCaseStudyInput } from './editing';
import type { CaseStudy } from './model';
import { fieldProblemOf, notifySaved, useSaveCaseStudy } from './mutations';

export type CaseStudyForm = UseFormReturn<CaseStudyInput, unknown, CaseStudyInput>;

/** What the backend holds of the study on screen, as far as this screen knows. */
export type StoredCaseStudy = {
  id: string;
  /** Null until the study has been created. */
  version: number | null;
  input: CaseStudyInput;
};

/** Why a save cannot simply be repeated. */
export type SaveConflict =
  | {
      kind: 'changed';
      id: string;
      version: number;
      base: CaseStudyInput | null;
      mine: CaseStudyInput;
      theirs: CaseStudyInput;
    }
  | { kind: 'deleted'; newId: string; mine: CaseStudyInput };

type SaveTarget = { id: string; version: number | null; base: CaseStudyInput | null };

export type UnsavedDraft = { values: CaseStudyInput; stored: StoredCaseStudy };

/** Text left behind without asking (history back, signing out): kept until the page is reloaded. */
const drafts = new Map<string, UnsavedDraft>();
const NEW_DRAFT = 'new';

export type CaseStudyEditorOptions = {
  /** Null for a new one. Read once: later values change nothing. */
  study: CaseStudy | null;
  onCreated: (id: string) => void;
};

/**
 * One study being written: the form, what is stored of it, and saving with everything that can
 * come between. One save runs at a time; what is typed while it runs stays, and stays unsaved.
 */
export function useCaseStudyEditor({ study, onCreated }: CaseStudyEditorOptions) {
  const [stored, setStored] = useState<StoredCaseStudy>(() => ({
    id: study?.id ?? crypto.randomUUID(),
    version: study?.version ?? null,
    input: study ? toCaseStudyInput(study) : emptyCaseStudyInput,
  }));
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);
  const [conflict, setConflict] = useState<SaveConflict | null>(null);
  const isBusy = useRef(false);
  /** Sent, and answered by silence: the backend may hold any of these. */
  const unanswered = useRef<CaseStudyInput[]>([]);
  const { mutateAsync } = useSaveCaseStudy();

  const form: CaseStudyForm = useForm<CaseStudyInput, unknown, CaseStudyInput>({
    resolver: zodResolver(caseStudyInputSchema),
    defaultValues: stored.input,
    mode: 'onSubmit',
    reValidateMode: 'onBlur',
  });
  const read = useCallback(() => structuredClone(form.getValues()), [form]);
  const draft = useDraft(form, stored, setStored);

  async function alone(task: () => Promise<void>) {
    if (isBusy.current) return;
    isBusy.current = true;
    setIsSaving(true);
    setFailure(null);
    try {
      await task();
    } finally {
      isBusy.current = false;
      setIsSaving(false);
    }
  }

  /** @returns whether the study is stored now */
  async function store(target: SaveTarget, input: CaseStudyInput): Promise<boolean> {
    const { id, version, base } = target;
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
      if (error.kind === 'offline' || error.kind === 'unexpected') unanswered.current.push(input);
      if (error.kind === 'invalid') showBesideField(error);
      setFailure(error);
      return false;
    }
  }

  function settle(target: SaveTarget, version: number, input: CaseStudyInput) {
    unanswered.current = [];
    setStored({ id: target.id, version, input });
    setConflict(null);
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
      mine,
      theirs,
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
    /** Why the last try failed, until the next one. */
    failure,
    conflict,
    draft: draft.found,
    restoreDraft: draft.restore,
    discardDraft: draft.forget,
    /** Called before leaving on purpose: nothing is kept then. */
    giveUp: draft.giveUp,
    /** Validates and saves; invalid fields say so and take the focus. */
    save: () =>
      alone(() =>
        form.handleSubmit(async () => {
          const { id, version, input } = stored;
          await store({ id, version, base: version === null ? null : input }, read());
        })(),
      ),
    saveMerged: (comparison: Comparison, choices: Choices) =>
      alone(async () => {
        if (conflict?.kind !== 'changed') return;
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
  };
}

export type CaseStudyEditor = ReturnType<typeof useCaseStudyEditor>;

/** Whether the form holds anything that is not stored. */
export function useIsUnsaved(form: CaseStudyForm, stored: StoredCaseStudy): boolean {
  const subscribe = useCallback(
    (listener: () => void) => form.subscribe({ formState: { values: true }, callback: listener }),
    [form],
  );
  return useSyncExternalStore(subscribe, () => !hasSameText(form.getValues(), stored.input));
}

function useDraft(
  form: CaseStudyForm,
  stored: StoredCaseStudy,
  setStored: (stored: StoredCaseStudy) => void,
) {
  const key = stored.version === null ? NEW_DRAFT : stored.id;
  const [found, setFound] = useState(() => drafts.get(key) ?? null);
  const isGivenUp = useRef(false);

  const keep = useEffectEvent(() => {
    const values = structuredClone(form.getValues());
    if (isGivenUp.current || hasSameText(values, stored.input)) return;
    drafts.set(key, { values, stored });
  });
  useEffect(() => () => keep(), []);

  function forget() {
    drafts.delete(key);
    setFound(null);
  }
  return {
    found,
    forget,
    restore: () => {
      if (!found) return;
      // With the version the text was written against, so that a newer one is met as a conflict.
      setStored(found.stored);
      form.reset(found.values);
      forget();
    },
    giveUp: () => {
      isGivenUp.current = true;
      forget();
    },
  };
}
