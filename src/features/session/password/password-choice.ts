const STORAGE_KEY = 'agency-password-choice';
/** Types of emailed links after which the user chooses a password. */
const LINK_TYPES: readonly unknown[] = ['signup', 'recovery', 'invite'];

// In memory too, because sessionStorage may be blocked.
let choosingUserId: string | null = null;

export function leadsToPasswordChoice(linkType: string | null): boolean {
  return LINK_TYPES.includes(linkType);
}

/** Lets this user choose a password in this tab without entering the current one. */
export function beginPasswordChoice(userId: string) {
  choosingUserId = userId;
  try {
    sessionStorage.setItem(STORAGE_KEY, userId);
  } catch {
    // Storage is blocked: lasts until the next page load.
  }
}

export function isChoosingPassword(userId: string): boolean {
  if (choosingUserId === userId) return true;
  try {
    return sessionStorage.getItem(STORAGE_KEY) === userId;
  } catch {
    return false;
  }
}

export function endPasswordChoice() {
  choosingUserId = null;
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is blocked: nothing was stored.
  }
}
