/**
 * The settings the browser needs, read once at start; a missing one is an error that names it.
 * An empty VITE_SUPABASE_URL means "the page's own origin": the embedded backend and its preview.
 */
export type Env = {
  supabaseUrl: string;
  supabaseAnonKey: string;
  /** Base URL of the blog and projects services: our own functions unless set. */
  apiBaseUrl: string;
};

/** @throws Error that names every missing or malformed variable at once */
export function readEnv(values: Record<string, unknown>, pageOrigin: string): Env {
  const url = text(values.VITE_SUPABASE_URL) || pageOrigin;
  const key = text(values.VITE_SUPABASE_ANON_KEY);
  const apiBase = text(values.VITE_API_BASE_URL);
  const problems: string[] = [];
  if (!isHttpAddress(url)) {
    problems.push(
      'VITE_SUPABASE_URL must be an http(s) address, or empty for the page’s own origin',
    );
  }
  if (apiBase && !isHttpAddress(apiBase)) {
    problems.push('VITE_API_BASE_URL must be an http(s) address, or empty for our own functions');
  }
  if (!key) problems.push('VITE_SUPABASE_ANON_KEY is missing');
  if (problems.length > 0) {
    throw new Error(`The site is not set up: ${problems.join('; ')}. See .env.example.`);
  }
  const supabaseUrl = withoutTrailingSlash(url);
  return {
    supabaseUrl,
    supabaseAnonKey: key,
    apiBaseUrl: apiBase ? withoutTrailingSlash(apiBase) : `${supabaseUrl}/functions/v1`,
  };
}

function isHttpAddress(value: string): boolean {
  return /^https?:\/\/[^\s/]+/.test(value);
}

function withoutTrailingSlash(address: string): string {
  return address.replace(/\/+$/, '');
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

let env: Env | undefined;

/** The parsed settings of this build. */
export function getEnv(): Env {
  env ??= readEnv(import.meta.env, typeof location === 'undefined' ? '' : location.origin);
  return env;
}

/** The address of an edge function. */
export function functionUrl(path: string): string {
  return `${getEnv().supabaseUrl}/functions/v1/${path}`;
}
