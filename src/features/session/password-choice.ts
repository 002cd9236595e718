const STORAGE_KEY = 'agency-password-choice';
/** Types of mailed links whose reader has just proved the address and chooses a password next. */
const LINK_TYPES: readonly unknown[] = ['signup', 'recovery', 'invite'];

// Also in memory: sessionStorage, which outlives a reload, may be blocked.
let chooser: string | null = null;

export function leadsToPasswordChoice(linkType: string | null): boolean {
  return LINK_TYPES.includes(linkType);
}

/** From now on, in this tab, this person may choose a password without naming the present one. */
export function beginPasswordChoice(userId: string) {
  chooser = userId;
  try {
    sessionStorage.setItem(STORAGE_KEY, userId);
  } catch {
    // Until the next page load, then.
  }
}

export function isChoosingPassword(userId: string): boolean {
  if (chooser === userId) return true;
  try {
    return sessionStorage.getItem(STORAGE_KEY) === userId;
  } catch {
    return false;
  }
}

export function endPasswordChoice() {
  chooser = null;
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Nothing is stored where storage is blocked.
  }
}
