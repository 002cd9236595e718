import { TEXT_FIELDS, type EnquiryText } from './form-values';

/** The text typed in this tab. It survives a reload, not the closing of the tab. */
type Draft = {
  text: Partial<EnquiryText>;
  /** The service suggested when this was typed: a newer suggestion replaces the typed service. */
  suggestedService: string | null;
  attempt: { id: string; text: string } | null;
};

const KEY = 'contact-form';
const NOTHING: Draft = { text: {}, suggestedService: null, attempt: null };

// If storage is blocked, the draft lasts until the page is closed.
let unstored: Draft = NOTHING;

export function readDraft(): Pick<Draft, 'text' | 'suggestedService'> {
  return load();
}

export const hasDraft = (): boolean => load() !== NOTHING;

export function saveDraft(text: EnquiryText, suggestedService = load().suggestedService) {
  store({ ...load(), text, suggestedService });
}

export function clearDraft() {
  store(NOTHING);
}

/** The id of this enquiry: the same text sent again keeps it, a changed text gets a new one. */
export function identifySubmission(text: EnquiryText): string {
  const draft = load();
  const words = JSON.stringify(TEXT_FIELDS.map((name) => text[name].trim()));
  if (draft.attempt?.text === words) return draft.attempt.id;
  const id = crypto.randomUUID();
  store({ ...draft, attempt: { id, text: words } });
  return id;
}

/** Whether this enquiry was written in this tab; no other tab may show its text. */
export function wasWrittenHere(submissionId: string): boolean {
  return load().attempt?.id === submissionId;
}

function load(): Draft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return isDraft(stored) ? stored : NOTHING;
  } catch {
    return unstored;
  }
}

function store(draft: Draft) {
  unstored = draft;
  try {
    if (draft === NOTHING) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Blocked or full: see `unstored`.
  }
}

function isDraft(stored: unknown): stored is Draft {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    'text' in stored &&
    typeof stored.text === 'object' &&
    stored.text !== null &&
    'suggestedService' in stored &&
    'attempt' in stored
  );
}
