import { useEffect, useReducer, useRef, useState, type FocusEvent, type FormEvent } from 'react';
import { ENQUIRY_FAILED_MESSAGE } from '@contracts/enquiry-fields';
import { hasQueuedWork } from '@/lib/queued-work';
import { readDraft, saveDraft } from './draft';
import { formReducer } from './form-state';
import { fillForm, focusFirstError, isTextField, readForm, type FieldErrors } from './form-values';
import { enquiryMailLink } from './mail-link';
import type { EnquiryOrigin } from './submission';

export const loadSubmission = () => import('./submission');
const loadKeptEnquiries = () => import('./kept-enquiries');

export type ContactFormOptions = {
  /** Chosen on another page; replaces the service in the draft. */
  suggestedService: string | null;
  origin: EnquiryOrigin | null;
};

/** State and handlers of the contact form. Its controls are uncontrolled. */
export function useContactForm({ suggestedService, origin }: ContactFormOptions) {
  const [state, dispatch] = useReducer(formReducer, { step: 'idle' });
  const [errors, setErrors] = useState<FieldErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const isSubmitting = useRef(false);
  const isReopened = useRef(false);
  const keptId = state.step === 'kept' ? state.submissionId : null;
  const hasForm = state.step !== 'kept' && state.step !== 'done';

  useEffect(() => {
    if (!hasForm || !form.current) return;
    const draft = readDraft();
    const isNewSuggestion =
      suggestedService !== null && suggestedService !== draft.suggestedService;
    fillForm(form.current, {
      ...draft.text,
      ...(isNewSuggestion && { service: suggestedService }),
    });
  }, [hasForm, suggestedService]);

  // The button that had the focus was removed or disabled meanwhile.
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    if (state.step === 'failed') form.current?.querySelector('button')?.focus();
    if (state.step === 'idle' && isReopened.current) form.current?.querySelector('input')?.focus();
  }, [state.step]);

  useEffect(() => {
    if (!hasQueuedWork()) return;
    loadKeptEnquiries()
      .then(({ findKeptEnquiry }) => findKeptEnquiry())
      .then((event) => event && dispatch(event))
      // The enquiry stays queued and is found on the next page load.
      .catch(() => undefined);
  }, []);

  useEffect(() => {
    if (keptId === null) return;
    let stop: (() => void) | undefined;
    let isUnmounted = false;
    void loadKeptEnquiries().then(({ watchKeptEnquiry }) => {
      if (!isUnmounted) stop = watchKeptEnquiry(keptId, dispatch);
    });
    return () => {
      isUnmounted = true;
      stop?.();
    };
  }, [keptId]);

  function prepareSubmission() {
    // Called after a paint: the visitor may have left the page.
    if (!form.current) return;
    loadSubmission()
      .then(({ openForm }) => openForm())
      // Submitting loads it again and reports the failure.
      .catch(() => undefined);
  }

  function handleInput({ target }: FormEvent) {
    if (form.current) saveDraft(readForm(form.current).text, suggestedService);
    // Removed only on blur, the line of the error would move "Send message" away from the click that blurs.
    const { name } = controlOf(target);
    if (isTextField(name) && errors[name] !== undefined) void checkField(target);
  }

  async function checkField(target: EventTarget) {
    const { name, value } = controlOf(target);
    if (!isTextField(name)) return;
    // An empty field that only had the focus is not an error yet.
    if (value.trim() === '' && errors[name] === undefined) return;
    const submission = await loadSubmission().catch(() => null);
    if (submission) {
      const problem = submission.checkField(name, value);
      setErrors((before) => ({ ...before, [name]: problem }));
    }
  }

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    try {
      await submit(event.currentTarget);
    } finally {
      isSubmitting.current = false;
    }
  }

  async function submit(element: HTMLFormElement) {
    const values = readForm(element);
    const submission = await loadSubmission().catch(() => null);
    if (!submission) {
      const mailLink = enquiryMailLink(values.text);
      dispatch({ type: 'refused', message: ENQUIRY_FAILED_MESSAGE, mailLink });
      return;
    }
    const mistakes = submission.checkText(values.text);
    setErrors(mistakes);
    if (Object.keys(mistakes).length > 0) {
      focusFirstError(element, mistakes);
      return;
    }
    dispatch({ type: 'submitted' });
    const outcome = await submission.submitEnquiry(values, origin);
    setErrors(outcome.errors);
    dispatch(outcome.event);
    focusFirstError(element, outcome.errors);
  }

  async function retry() {
    if (keptId !== null) await (await loadKeptEnquiries()).retryKeptEnquiry(keptId);
  }

  async function takeBack() {
    if (keptId !== null) await (await loadKeptEnquiries()).takeBackKeptEnquiry(keptId);
    isReopened.current = true;
    dispatch({ type: 'reopened' });
  }

  return {
    state,
    errors,
    formProps: {
      ref: form,
      // Even requesting the files takes a phone 30 to 90 ms: first the focus is painted.
      onFocus: () => requestAnimationFrame(() => setTimeout(prepareSubmission)),
      onInput: handleInput,
      onBlur: ({ target }: FocusEvent) => void checkField(target),
      onSubmit: (event: FormEvent<HTMLFormElement>) => void handleSubmit(event),
    },
    onRetry: () => void retry(),
    onReopen: () => void takeBack(),
  };
}

function controlOf(target: EventTarget): { name: string; value: string } {
  const isControl =
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement;
  return isControl ? target : { name: '', value: '' };
}
