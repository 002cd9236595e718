import { newPasswordSchema, staffPasswordSchema } from '@contracts/credentials';
import { createStore } from '@/lib/create-store';
import { AppError, messageOf } from '@/lib/errors';
import { fetchStanding, savePassword, type Credentials, type SessionUser } from '../api';
import { LINK_LIFETIME_MS } from '../links/asked-links';
import { logPasswordChange } from '../security-events';
import { getSession, subscribeToSession } from '../session-store';

/**
 * The database forgets a password that was typed before the address was confirmed. The tab that signed
 * up holds it in memory only. The tab in which the confirmation link was opened asks for it, and the
 * first tab saves it with the session of that link. Only tabs of the same browser hear each other.
 */
export type TypedPassword =
  | { status: 'none' }
  | { status: 'pending' }
  | { status: 'saved' }
  | { status: 'refused'; message: string };

type Message =
  | { kind: 'signed-up'; email: string }
  | { kind: 'asked'; user: SessionUser; until: number }
  | { kind: 'saving' | 'saved'; userId: string }
  | { kind: 'refused'; userId: string; message: string };

const CHANNEL = 'typed-password';
/** A tab that holds the password answers at once, on a busy computer after a second; a frozen one not at all. */
export const ANSWER_WITHIN_MS = 3000;
const SAVE_WITHIN_MS = 15_000;
const SESSION_WITHIN_MS = 5000;

type Held = Credentials & { until: number; forget: () => void };

const store = createStore<TypedPassword>({ status: 'none' });
let held: Held | null = null;

export const getTypedPassword = store.get;
export const subscribeToTypedPassword = store.subscribe;

/** Holds the password of a sign-up that waits for its confirmation, for as long as the link works. */
export function holdTypedPassword({ email, password }: Credentials) {
  forgetTypedPassword();
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  const timer = setTimeout(forgetTypedPassword, LINK_LIFETIME_MS);
  const forget = () => {
    clearTimeout(timer);
    channel.close();
  };
  held = { email: normal(email), password, until: Date.now() + LINK_LIFETIME_MS, forget };
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    // The same address signed up again in another tab: that password is the newer one.
    if (data.kind === 'signed-up' && data.email === held?.email) forgetTypedPassword();
    else if (data.kind === 'asked') void saveIfHeld(data.user, data.until);
  };
  // By this channel, which does not hear itself.
  channel.postMessage({ kind: 'signed-up', email: held.email } satisfies Message);
}

export function forgetTypedPassword() {
  held?.forget();
  held = null;
}

/** The confirmation link is being opened in this tab: no question until askForTypedPassword is done. */
export function expectTypedPassword() {
  store.set({ status: 'pending' });
}

/** The password has been chosen, or the question for it is over. */
export function endTypedPassword() {
  store.set({ status: 'none' });
}

/**
 * Asks the other tabs of this browser to save the password typed at sign-up.
 *
 * @returns whether one did; the reason of a refusal is in the store
 */
export async function askForTypedPassword(user: SessionUser): Promise<boolean> {
  const outcome = await new Promise<TypedPassword>((resolve) => {
    if (typeof BroadcastChannel === 'undefined') {
      resolve({ status: 'none' });
      return;
    }
    const channel = new BroadcastChannel(CHANNEL);
    const finish = (result: TypedPassword) => {
      clearTimeout(timer);
      channel.close();
      resolve(result);
    };
    let timer = setTimeout(finish, ANSWER_WITHIN_MS, { status: 'none' });
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (!('userId' in data) || data.userId !== user.id) return;
      if (data.kind === 'saved') finish({ status: 'saved' });
      else if (data.kind === 'refused') finish({ status: 'refused', message: data.message });
      else {
        clearTimeout(timer);
        timer = setTimeout(finish, SAVE_WITHIN_MS, { status: 'none' });
      }
    };
    channel.postMessage({
      kind: 'asked',
      user,
      until: Date.now() + ANSWER_WITHIN_MS,
    } satisfies Message);
  });
  store.set(outcome);
  return outcome.status === 'saved';
}

/** Only for the typed address, within the time of the link, and with the session of this browser. */
async function saveIfHeld(asking: SessionUser, until: number) {
  if (!held || normal(asking.email) !== held.email) return;
  if (Date.now() > Math.min(until, held.until)) return;
  const { email, password } = held;
  forgetTypedPassword();
  store.set({ status: 'pending' });
  send({ kind: 'saving', userId: asking.id });
  try {
    const user = await waitForSession(asking.id);
    if (!user || normal(user.email) !== email) {
      throw new AppError('forbidden', 'this browser is signed in to another account.');
    }
    await saveChecked(password);
    store.set({ status: 'saved' });
    send({ kind: 'saved', userId: asking.id });
  } catch (error) {
    console.error('The password of the sign-up could not be saved', error);
    store.set({ status: 'refused', message: messageOf(error) });
    send({ kind: 'refused', userId: asking.id, message: messageOf(error) });
  }
}

async function saveChecked(password: string) {
  const isMember = (await fetchStanding()) !== null;
  const schema = isMember ? staffPasswordSchema : newPasswordSchema;
  if (!schema.safeParse({ password }).success) {
    throw new AppError('invalid', 'members of staff need a longer one.');
  }
  await savePassword({ password });
  logPasswordChange('link');
}

/** This tab hears of the session of the link by a storage event, maybe after the question. */
function waitForSession(userId: string): Promise<SessionUser | null> {
  return new Promise((resolve) => {
    const check = () => {
      const { user } = getSession();
      if (user?.id === userId) finish(user);
    };
    const finish = (user: SessionUser | null) => {
      clearTimeout(timer);
      unsubscribe();
      resolve(user);
    };
    const timer = setTimeout(finish, SESSION_WITHIN_MS, null);
    const unsubscribe = subscribeToSession(check);
    check();
  });
}

function send(message: Message) {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(message);
  channel.close();
}

function normal(email: string): string {
  return email.trim().toLowerCase();
}
