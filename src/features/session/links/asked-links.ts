const STORAGE_KEY = 'agency-asked-links';

/** How long an emailed link works: `otp_expiry` in supabase/config.toml (a test compares them). */
export const LINK_LIFETIME_MS = 60 * 60_000;

type AskedLink = { email: string; until: number };

/** Remembers that this browser requested a link: opened here, it signs in without a confirmation. */
export function rememberAskedLink(email: string) {
  const until = Date.now() + LINK_LIFETIME_MS;
  write([...withoutAddress(email), { email: normal(email), until }]);
}

export function wasLinkAsked(email: string): boolean {
  return read().some((link) => link.email === normal(email));
}

export function forgetAskedLink(email: string) {
  write(withoutAddress(email));
}

function withoutAddress(email: string): AskedLink[] {
  return read().filter((link) => link.email !== normal(email));
}

/** Expired ones are left out. */
function read(): AskedLink[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isWorking) : [];
  } catch {
    return [];
  }
}

function write(links: readonly AskedLink[]) {
  try {
    if (links.length === 0) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, JSON.stringify(links));
  } catch {
    // If storage is blocked, every link asks for a confirmation.
  }
}

function isWorking(value: unknown): value is AskedLink {
  return (
    typeof value === 'object' &&
    value !== null &&
    'email' in value &&
    typeof value.email === 'string' &&
    'until' in value &&
    typeof value.until === 'number' &&
    value.until > Date.now()
  );
}

function normal(email: string): string {
  return email.trim().toLowerCase();
}
