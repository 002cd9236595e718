import {
  dueSave,
  reduceDocument,
  textOf,
  unansweredSave,
  type Arrival,
  type DocumentEvent,
  type DocumentState,
  type Task,
} from '@/documents/document-reducer';
import type { UnsavedText } from '@/documents/stored';
import { applyStored, type DocumentForm } from '@/documents/form';
import type { DocumentKind } from '@/documents/kind';
import type { SaveRequest, StoredDocument, StoredSave } from '@/documents/stored';
import {
  isNotFound,
  openDocument,
  openedValues,
  openState,
  type OpenedDocument,
} from '@/documents/opened';
import { journalSubject } from '@/documents/unsaved-text';
import { AppError, toAppError, type AppErrorKind } from '@/lib/errors';
import { fields, noteKind, type NoteInput } from './note-kind';

type Stored = StoredDocument<NoteInput>;

/** The backend trims texts and takes an exclamation mark out of them; it fills in the place. */
export const normalise = (text: string) => text.replace('!', '').trim();

/** Everything it has ever stored, and what is deleted. */
export class Backend {
  readonly versions = new Map<string, NoteInput[]>();
  /** The version that each save has stored. */
  readonly #saves = new Map<string, number>();
  readonly deleted = new Set<string>();

  current(id: string): Stored {
    const versions = this.versions.get(id) ?? [];
    const input = versions.at(-1);
    if (!input || this.deleted.has(id)) throw new AppError('not-found', 'It is not there');
    return { id, version: versions.length, input, createdAt: null, savedAt: 'now' };
  }

  /** The latest of these saves that is stored. */
  findSave(id: string, saveIds: readonly string[]): StoredSave<NoteInput> | null {
    const stored = saveIds.flatMap((saveId) => {
      const version = this.#saves.get(saveId);
      const input = version === undefined ? undefined : this.versions.get(id)?.[version - 1];
      return version !== undefined && input ? { saveId, version, input } : [];
    });
    return stored.sort((a, b) => b.version - a.version)[0] ?? null;
  }

  save({
    id,
    version,
    input,
    saveIds,
  }: Pick<SaveRequest<NoteInput>, 'id' | 'version' | 'input' | 'saveIds'>) {
    if (version !== null) this.current(id);
    const versions = this.versions.get(id) ?? [];
    const sent = this.deleted.has(id) ? null : this.findSave(id, saveIds);
    if (sent && sent.saveId === saveIds[0]) return { ...this.current(id), ...sent };
    const expected = sent?.version === versions.length ? versions.length : version;
    if ((versions.length || null) !== expected) throw new AppError('conflict', 'It was changed');
    const { title, text, place } = input;
    const stored = { title: normalise(title), text: normalise(text), place: place || 'Skopje' };
    this.versions.set(id, [...versions, stored]);
    if (saveIds[0]) this.#saves.set(saveIds[0], versions.length + 1);
    return this.current(id);
  }
}

/** What one writer has in mind. */
export type Memory = {
  /** The last text typed into each field, until it is stored. */
  typed: Map<'title' | 'text', string>;
  /** Every value that was on the screen. */
  seen: Set<string>;
  /** What was in the form when Save was pressed, until the answer is on the screen. */
  pressed: NoteInput | null;
};

export type Call = {
  words: string;
  /** Runs in the backend. */
  ask: () => Stored;
  /** The answer on its way back; null until the backend has handled the request. */
  answer: (() => Stored) | null;
  resolve: (document: Stored) => void;
  reject: (error: unknown) => void;
};

/** Between the forms and the backend: requests and answers wait here until a step moves them. */
export class Network {
  calls: Call[] = [];
  onStored: (by: Memory, before: NoteInput | null, after: NoteInput) => void = () => {};

  constructor(readonly backend: Backend) {}

  get(id: string): Promise<Stored> {
    return this.#send(`get ${id.slice(0, 4)}`, () => this.backend.current(id));
  }

  save(by: Memory, save: SaveRequest<NoteInput>): Promise<Stored> {
    return this.#send(`save ${save.id.slice(0, 4)} over ${save.version}`, () => {
      const before = this.backend.versions.get(save.id) ?? [];
      const document = this.backend.save(save);
      // Not for a save that was stored before and is answered again.
      if (this.backend.versions.get(save.id) !== before) {
        this.onStored(by, before.at(-1) ?? null, document.input);
      }
      return document;
    });
  }

  #send(words: string, ask: () => Stored) {
    return new Promise<Stored>((resolve, reject) => {
      this.calls.push({ words, ask, answer: null, resolve, reject });
    });
  }

  handle(call: Call) {
    if (call.answer) return;
    try {
      const document = call.ask();
      call.answer = () => document;
    } catch (error) {
      call.answer = () => {
        throw error;
      };
    }
  }

  deliver(call: Call) {
    this.handle(call);
    this.#end(call);
    try {
      if (call.answer) call.resolve(call.answer());
    } catch (error) {
      call.reject(error);
    }
  }

  /** What has not been handled by now never is. */
  fail(call: Call, kind: AppErrorKind) {
    this.#end(call);
    call.reject(new AppError(kind, `Failed: ${kind}`));
  }

  #end(call: Call) {
    this.calls = this.calls.filter((other) => other !== call);
  }
}

export type Entry = { subject: string; text: UnsavedText<NoteInput>; memory: Memory };

/** What lies in the browser: the journal, which has tests of its own, and the open forms. */
export class Device {
  journal: Entry[] = [];
  editors: Editor[] = [];
}

/** An open form: what use-document-editor.ts and use-unsaved-text.ts do, without React. */
export class Editor {
  state: DocumentState<NoteInput>;
  readonly form: DocumentForm<NoteInput>;
  memory: Memory = { typed: new Map(), seen: new Set(), pressed: null };
  isOpen = true;
  /** Tasks that have not ended. */
  running = 0;
  readonly #kind: DocumentKind<NoteInput>;

  /** Null if there is nothing to open. */
  static async open(network: Network, device: Device, id: string | null): Promise<Editor | null> {
    const kind = noteKind({
      get: async (wanted) => network.backend.current(wanted),
      findSave: async (wanted, saveIds) => network.backend.findSave(wanted, saveIds),
    });
    const read = async (subject: string) =>
      device.journal
        .filter((entry) => entry.subject === subject)
        .map(({ text }) => ({ id: subject, writtenAt: 0, text: structuredClone(text) }));
    const withList = { ...kind, journal: { ...kind.journal, read } };
    const { signal } = new AbortController();
    try {
      const opened = id === null ? null : await openDocument(withList, id, 'ada', signal);
      const editor = new Editor(network, device, opened ?? { document: null });
      device.editors.push(editor);
      editor.#catchUp();
      return editor;
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  private constructor(
    network: Network,
    readonly device: Device,
    opened: OpenedDocument<NoteInput>,
  ) {
    this.#kind = noteKind({
      get: (id) => network.get(id),
      findSave: async (id, saveIds) => network.backend.findSave(id, saveIds),
      save: (save) => network.save(this.memory, save),
    });
    this.form = createForm(openedValues(this.#kind, opened));
    this.state = openState(this.#kind, opened);
  }

  get values(): NoteInput {
    return this.form.getValues();
  }

  get text() {
    return textOf(fields, this.state, this.values);
  }

  dispatch(event: DocumentEvent<NoteInput>) {
    if (!this.isOpen) return;
    const before = this.state;
    this.state = reduceDocument(fields, before, event);
    const { arrival, task } = this.state;
    if (arrival && arrival !== before.arrival) this.#apply(arrival);
    if (task !== before.task) {
      if (task) void this.#start(task);
      else this.#catchUp();
    }
  }

  submit(goesLive: boolean) {
    const saveId = crypto.randomUUID();
    this.dispatch({ type: 'submitted', input: this.values, goesLive, saveId });
  }

  saveAsNew() {
    this.dispatch({ type: 'saved as new', saveId: crypto.randomUUID() });
  }

  /** Unsaved text of earlier visits, the newest first. */
  get offers(): Entry[] {
    const subject = journalSubject(this.state.stored);
    return this.device.journal.filter((entry) => entry.subject === subject).reverse();
  }

  restore(entry: Entry) {
    this.#write();
    this.#forget(entry);
    this.memory = entry.memory;
    this.dispatch({ type: 'restored', unsaved: entry.text });
    this.form.reset(entry.text.values);
  }

  /** The tab is closed or crashes. */
  close() {
    this.#write();
    this.giveUp();
  }

  /** The form is left, and what was typed since the last save with it. */
  leave() {
    const { isWaiting, unanswered } = this.state;
    if (!isWaiting || !unanswered) return this.giveUp();
    this.form.reset(unanswered.input);
    this.close();
  }

  giveUp() {
    this.isOpen = false;
    this.device.editors = this.device.editors.filter((other) => other !== this);
  }

  #write() {
    const { stored } = this.state;
    const unanswered = unansweredSave(this.state);
    if (this.text === 'stored') return;
    const text = structuredClone({ values: this.values, stored, unanswered });
    const { memory } = this;
    this.device.journal.push({ subject: journalSubject(stored), text, memory });
  }

  #forget(entry: Entry) {
    this.device.journal = this.device.journal.filter((other) => other !== entry);
  }

  #apply({ task: done }: Arrival<NoteInput>) {
    const { stored } = this.state;
    if (done.isMerge) this.form.reset(stored.input);
    else applyStored(fields, this.form, stored.input, done.input);
  }

  #catchUp() {
    const due = dueSave(fields, this.state, this.values);
    if (this.state.due) this.dispatch({ type: 'caught up' });
    if (due) this.submit(due.goesLive);
  }

  async #start(task: Task<NoteInput>) {
    this.running += 1;
    const event = await this.#run(task);
    this.running -= 1;
    this.dispatch(event);
  }

  /** The effect of a task, and how it ends. */
  async #run(task: Task<NoteInput>): Promise<DocumentEvent<NoteInput>> {
    if (task.does === 'save') {
      const { target, input, changed, goesLive, saveIds } = task;
      const { id, version, base: before } = target;
      const save = { id, version, before, input, changed, goesLive, saveIds };
      try {
        const document = await this.#kind.api.save(save);
        return { type: 'saved', document };
      } catch (thrown) {
        return { type: 'refused', error: toAppError(thrown, 'Failed to save') };
      }
    }
    try {
      const { id } = task.target;
      const document = await this.#kind.api.get(id);
      const sent = await this.#kind.api.findSave(id, task.saveIds);
      return { type: 'read', document, sent, inForm: this.values };
    } catch (error) {
      if (isNotFound(error)) return { type: 'missing', newId: crypto.randomUUID() };
      return { type: 'read failed', error };
    }
  }
}

function createForm(first: NoteInput): DocumentForm<NoteInput> {
  let values = first;
  return {
    getValues: () => values,
    reset: (next) => {
      values = { ...next };
    },
    setValues: (patch) => {
      values = { ...values, ...patch };
    },
    setError: () => {},
    setFocus: () => {},
    handleSubmit: (onValid) => async () => onValid(),
    trigger: async () => true,
    subscribe: () => () => {},
  };
}
