import fc from 'fast-check';
import { test, vi } from 'vitest';
import { chooseEverywhere, compareVersions } from '@/documents/comparison';
import type { AppErrorKind } from '@/lib/errors';
import { fields, type NoteInput } from './note-kind';
import {
  Backend,
  Device,
  Editor,
  Network,
  normalise,
  type Call,
  type Entry,
  type Memory,
} from './simulation';

// Toasts, and React.
vi.mock('@/documents/mutations', () => ({ notifySaved: () => {} }));

/** Typed by users; the place is filled in by the backend. */
const NAMES = ['title', 'text'] as const;
type Name = (typeof NAMES)[number];
const isName = (name: string): name is Name => NAMES.some((known) => known === name);
const DOCUMENT = 'a';

/** What can happen next, and how often, compared with the others. */
type Step = readonly [weight: number, words: string, take: () => unknown];

/** Each sequence goes without some of these, which brings it deeper into what is left. */
const KINDS = [
  ...[
    'title is',
    'text is',
    'blanks',
    'cleared',
    'Publish',
    'closed',
    'left',
    'restore',
    'discard',
  ],
  ...['offline', 'unexpected', 'signed-out', 'invalid', 'handled', 'is back', 'mine'],
  ...['theirs', 'cancel', 'open a new', 'editor saves title', 'editor saves text', 'deletes'],
];

/** Shortcuts to where much can happen. */
const BEGINNINGS = {
  'a form is open': [],
  'two forms are open': ['open a'],
  'a new form is open': ['closed', 'open a new'],
  'text is offered that is older than what is stored': [
    ...['title is typed', 'closed', 'editor saves text', 'open a'],
  ],
  'a save waits': ['title is typed', 'Save', 'offline'],
  'a save waits, and more was typed': ['title is typed', 'Save', 'offline', 'text is typed'],
  'two forms saved without a connection': [
    ...['open a', 'form 0: title is typed', 'form 0: Save', 'offline'],
    ...['form 1: title is typed', 'form 1: Save', 'offline'],
  ],
  'a save that waited is sent': [
    ...['title is typed', 'Save', 'offline', 'text is typed', 'is back', 'answered'],
  ],
  'a save that waited is offered': ['title is typed', 'Save', 'offline', 'closed', 'open a'],
  'a save has no answer, and its text was changed': [
    ...['title is typed', 'Save', 'unexpected', 'title is typed'],
  ],
  'a save that waited meets a newer version': [
    ...['title is typed', 'Save', 'offline', 'editor saves title', 'is back'],
  ],
  'two versions are compared': [
    ...['title is typed', 'editor saves title', 'Save', 'answered', 'answered'],
  ],
  'it was deleted': ['title is typed', 'deletes', 'Save', 'answered', 'answered'],
};

const NOTHING: Step = [1, 'nothing', () => {}];

/** `expect` takes longer than the code under test. */
function check(isTrue: boolean, words: string) {
  if (!isTrue) throw new Error(words);
}

class World {
  readonly backend = new Backend();
  readonly network = new Network(this.backend);
  readonly device = new Device();
  /** Every value this user has ever given a field. */
  readonly #typed = new Set<string>();
  /** Of all forms there have been. What was typed last must not be lost, unless the user gave it up. */
  readonly #memories = new Set<Memory>();
  readonly #overwritten: string[] = [];
  #count = 0;

  static async create(): Promise<World> {
    const world = new World();
    world.network.onStored = (by, before, after) => world.#noteOverwritten(by, before, after);
    world.backend.save({
      id: DOCUMENT,
      version: null,
      input: { title: 'first-title', text: 'first-text', place: '' },
      saveIds: [],
    });
    await world.#open(DOCUMENT);
    world.#look();
    return world;
  }

  /** Takes the first possible step of each name. */
  async begin(names: readonly string[]) {
    for (const name of names) {
      const step = this.#steps().find(([, words]) => words.includes(name));
      if (!step) throw new Error(`'${name}' is not possible after ${this.history.join(', ')}`);
      await this.#take(step);
    }
  }

  /** What has happened, in words. */
  readonly history: string[] = [];

  /** Takes one of the steps that are possible now. */
  async takeAny(choice: number, without: readonly string[]) {
    const steps = this.#steps().filter(
      ([, words]) => !without.some((kind) => words.includes(kind)),
    );
    let rest =
      choice %
      Math.max(
        1,
        steps.reduce((sum, [weight]) => sum + weight, 0),
      );
    const step = steps.find(([weight]) => (rest -= weight) < 0);
    if (step) await this.#take(step);
  }

  async #take([, words, take]: Step) {
    this.history.push(words);
    await take();
    // Promises of the code under test go on, as far as they can.
    await new Promise(setImmediate);
    this.#look();
  }

  #steps(): Step[] {
    return [
      ...this.device.editors.flatMap((editor, place) =>
        this.#stepsOf(editor).map(([weight, words, take]): Step => [
          weight,
          `form ${place}: ${words}`,
          take,
        ]),
      ),
      ...this.network.calls.flatMap((call) => this.#stepsOfCall(call)),
      ...this.#stepsElsewhere(),
    ];
  }

  #stepsOf(editor: Editor): Step[] {
    const { conflict, task } = editor.state;
    const news: Step[] = editor.state.isWaiting
      ? [[5, 'the connection is back', () => editor.dispatch({ type: 'connected' })]]
      : [];
    const leaving: Step[] = [
      [2, 'the tab is closed', () => editor.close()],
      [1, 'it is left without saving', () => this.#leave(editor)],
    ];
    // The dialog of a comparison lets no key through while it saves.
    if (conflict && task) return [...news, ...leaving];
    const typing = NAMES.flatMap((field): Step[] => [
      [4, `${field} is typed`, () => this.#type(editor, field, `${field}-${this.#next()}`)],
      [1, `${field} gets blanks`, () => this.#type(editor, field, ` ${field}-${this.#next()} `)],
      [1, `${field} gets a mark`, () => this.#type(editor, field, `${field}-${this.#next()}!`)],
      [1, `${field} is cleared`, () => this.#type(editor, field, '')],
    ]);
    if (conflict) {
      const cancel: Step = [1, 'cancel', () => editor.dispatch({ type: 'cancelled' })];
      // The last key can reach the form after a comparison has opened, not when it becomes another dialog.
      const keys = conflict.kind === 'deleted' && conflict.isMerge ? [] : typing.slice(0, 1);
      return [...keys, ...news, ...leaving, ...this.#answersTo(editor), cancel];
    }
    // The button waits for the answer of a save.
    const offer = task ? undefined : editor.offers[0];
    const offers: Step[] = offer
      ? [
          [5, 'restore', () => this.#restore(editor, offer)],
          [1, 'discard the offer', () => this.#discardOffer(editor)],
        ]
      : [];
    return [
      ...[...typing, ...news, ...leaving, ...offers],
      [5, 'Save', () => this.#press(editor, false)],
      [1, 'Publish', () => this.#press(editor, true)],
    ];
  }

  #answersTo(editor: Editor): Step[] {
    return editor.state.conflict?.kind === 'changed'
      ? [
          [3, 'merge, mine', () => this.#merge(editor, 'mine')],
          [2, 'merge, theirs', () => this.#merge(editor, 'theirs')],
        ]
      : [[5, 'save as new', () => editor.saveAsNew()]];
  }

  #stepsOfCall(call: Call): Step[] {
    const { network } = this;
    const fail = (weight: number, kind: AppErrorKind): Step => [
      weight,
      `${call.words}: ${kind}`,
      () => network.fail(call, kind),
    ];
    return [
      [8, `${call.words}: answered`, () => network.deliver(call)],
      fail(3, 'offline'),
      fail(1, 'unexpected'),
      // What is stored is not refused.
      ...(call.answer
        ? []
        : [
            [3, `${call.words}: handled`, () => network.handle(call)] as const,
            fail(1, 'signed-out'),
            fail(1, 'invalid'),
          ]),
    ];
  }

  #stepsElsewhere(): Step[] {
    const { backend, device } = this;
    const steps: Step[] = [];
    const ids = [...backend.versions.keys()];
    if (device.editors.length < 2) {
      for (const id of ids) steps.push([4, `open ${id.slice(0, 4)}`, () => this.#open(id)]);
      steps.push([1, 'open a new one', () => this.#open(null)]);
    }
    if (backend.deleted.has(DOCUMENT)) {
      steps.push([3, 'another editor restores', () => backend.deleted.delete(DOCUMENT)]);
    } else {
      for (const field of NAMES) {
        steps.push([2, `another editor saves ${field}`, () => this.#saveElsewhere(field)]);
      }
      steps.push([1, 'another editor deletes', () => backend.deleted.add(DOCUMENT)]);
    }
    return steps;
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }

  #type(editor: Editor, field: Name, text: string) {
    editor.form.setValues({ [field]: text });
    this.#typed.add(normalise(text));
    if (text === '') editor.memory.typed.delete(field);
    else editor.memory.typed.set(field, normalise(text));
  }

  #press(editor: Editor, goesLive: boolean) {
    editor.memory.pressed = editor.values;
    editor.submit(goesLive);
  }

  #restore(editor: Editor, offer: Entry) {
    editor.memory.pressed = null;
    editor.restore(offer);
    editor.memory.pressed = null;
  }

  #leave(editor: Editor) {
    editor.leave();
    for (const [field, text] of editor.memory.typed) {
      const waits = this.device.journal.some(
        ({ text: { values } }) => normalise(values[field]) === text,
      );
      if (!waits) editor.memory.typed.delete(field);
    }
  }

  #merge(editor: Editor, side: 'mine' | 'theirs') {
    const { conflict } = editor.state;
    if (conflict?.kind !== 'changed') return;
    const { base, mine, theirs } = conflict;
    const comparison = compareVersions(fields, base, mine, theirs);
    const choices = chooseEverywhere(comparison, side);
    const saveId = crypto.randomUUID();
    editor.dispatch({ type: 'merged', inForm: editor.values, comparison, choices, saveId });
    if (!editor.state.task || side === 'mine') return;
    comparison.both.filter(isName).forEach((field) => editor.memory.typed.delete(field));
  }

  #discardOffer(editor: Editor) {
    const [offer] = editor.offers;
    if (!offer) return;
    this.#giveUp(offer.text.values);
    this.device.journal = this.device.journal.filter((entry) => entry !== offer);
  }

  #saveElsewhere(field: Name) {
    const { version, input } = this.backend.current(DOCUMENT);
    const changed = { ...input, [field]: `theirs-${this.#next()}` };
    this.backend.save({ id: DOCUMENT, version, input: changed, saveIds: [] });
  }

  async #open(id: string | null) {
    const editor = await Editor.open(this.network, this.device, id);
    if (!editor) return;
    // It opens with the text of an earlier form.
    const { stored } = editor.state;
    const entry = this.device.journal.find(({ subject }) => subject === stored.id);
    const earlier = this.backend.deleted.has(stored.id) && entry?.memory;
    if (earlier)
      editor.memory = { ...editor.memory, typed: earlier.typed, seen: new Set(earlier.seen) };
  }

  #giveUp(values: NoteInput) {
    for (const { typed } of this.#memories) {
      for (const field of NAMES)
        if (typed.get(field) === normalise(values[field])) typed.delete(field);
    }
  }

  /** Noted, because an error in the backend would be an answer to the form. */
  #noteOverwritten({ seen }: Memory, before: NoteInput | null, after: NoteInput) {
    for (const field of NAMES) {
      if (!before || before[field] === after[field]) continue;
      const words = `${field}: '${after[field]}' overwrites '${before[field]}'`;
      if (!this.#typed.has(after[field])) this.#overwritten.push(`${words} and was not typed`);
      if (!seen.has(before[field]))
        this.#overwritten.push(`${words}, which the form has not shown`);
    }
  }

  #look() {
    const { backend, device } = this;
    check(this.#overwritten.length === 0, this.#overwritten.join());
    for (const editor of device.editors) {
      const { conflict, task } = editor.state;
      const { memory, values } = editor;
      this.#memories.add(memory);
      for (const field of NAMES) memory.seen.add(normalise(values[field]));
      check(editor.running === (task ? 1 : 0), 'There is one task at a time');
      this.#lookForPressed(editor);
      if (conflict?.kind !== 'changed') continue;
      const stored = backend.versions.get(conflict.id)?.[conflict.version - 1];
      const isStored = NAMES.every((field) => conflict.theirs[field] === stored?.[field]);
      check(isStored, 'The comparison shows what is not stored');
      for (const field of NAMES) memory.seen.add(conflict.theirs[field]);
    }
    for (const { typed } of this.#memories) {
      for (const [field, text] of typed) {
        const places = this.#findText(field, text);
        check(places.length > 0, `'${text}' is lost`);
        if (places.includes('stored')) typed.delete(field);
      }
    }
  }

  /** Every text that was in the form when Save was pressed is sent, without pressing again. */
  #lookForPressed({ memory, values, state }: Editor) {
    const { task, due, conflict, failure, isWaiting, unanswered } = state;
    const { pressed } = memory;
    if (!pressed || task || due) return;
    memory.pressed = null;
    if (conflict || failure) return;
    for (const field of NAMES) {
      // A save that was due sends what is in the form by then.
      if (values[field] !== pressed[field] || pressed[field] === '') continue;
      const places = this.#findText(field, normalise(pressed[field]));
      const waits = isWaiting && unanswered?.input[field] === pressed[field];
      const isSent = places.includes('stored') || waits;
      check(isSent, `'${pressed[field]}' was to be saved`);
    }
  }

  /** Where a text is. */
  #findText(field: Name, text: string): string[] {
    const { backend, device } = this;
    const places: [string, NoteInput[]][] = [
      ['form', device.editors.map(({ values }) => values)],
      ['stored', [...backend.versions.values()].flat()],
      ['offered', device.journal.map((entry) => entry.text.values)],
      ['conflict', device.editors.flatMap(({ state }) => state.conflict?.mine ?? [])],
    ];
    return places.flatMap(([place, inputs]) =>
      inputs.some((input) => normalise(input[field]) === text) ? place : [],
    );
  }

  /** Everything answers again, and the user saves what is not saved. */
  async finish() {
    const { device, network } = this;
    for (let round = 0; round < 40; round += 1) {
      for (const editor of [...device.editors]) {
        const { conflict, task, failure } = editor.state;
        const isUnsaved = editor.text !== 'stored' || failure;
        if (conflict && !task) await this.#take(this.#answersTo(editor)[0] ?? NOTHING);
        else if (!task && isUnsaved) {
          await this.#take([1, 'Save', () => this.#press(editor, false)]);
        }
      }
      for (const call of network.calls) {
        await this.#take([1, `${call.words}: answered`, () => network.deliver(call)]);
      }
      if (this.#isAtRest()) return;
    }
    throw new Error('It does not come to rest');
  }

  #isAtRest() {
    const { device, network } = this;
    return (
      network.calls.length === 0 &&
      device.editors.every(
        ({ state, text }) =>
          text === 'stored' && !(state.task ?? state.due ?? state.conflict ?? state.failure),
      )
    );
  }

  checkRest() {
    for (const { state, values } of this.device.editors) {
      const { id, version } = state.stored;
      if (version === null) continue;
      const stored = this.backend.versions.get(id)?.[version - 1];
      for (const field of NAMES) {
        const isStored = normalise(values[field]) === stored?.[field];
        check(isStored, `The ${field} in the form is not what is stored`);
      }
    }
  }
}

// PROVE_ALL=1: npm run proof.
const RUNS = process.env.PROVE_ALL ? 20_000 : 300;

test(
  'R-04: whatever happens in whatever order, no typed text is lost and nothing unseen is overwritten',
  async () => {
    const beginning = fc.constantFrom(...Object.values(BEGINNINGS));
    const choices = fc.array(fc.nat({ max: 99_999 }), { minLength: 5, maxLength: 30, size: 'max' });
    await fc.assert(
      fc.asyncProperty(beginning, choices, fc.subarray(KINDS), async (names, chosen, without) => {
        const world = await World.create();
        try {
          await world.begin(names);
          for (const choice of chosen) await world.takeAny(choice, without);
          await world.finish();
          world.checkRest();
        } catch (error) {
          const history = world.history.join('\n');
          throw new Error(`${String(error)} after these steps:\n${history}`, { cause: error });
        }
      }),
      { numRuns: RUNS },
    );
  },
  RUNS * 100,
);
