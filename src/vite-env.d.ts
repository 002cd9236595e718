/// <reference types="vite/client" />

declare const __BUILD_YEAR__: number;
/** See scripts/lib/build/build-info.ts. */
declare const __BUILD__: {
  version: string;
  commit: string | null;
  builtAt: string;
  schema: string;
};

// oxlint-disable-next-line typescript/consistent-type-definitions -- merged into Vite's own
interface ImportMetaEnv {
  readonly VITE_SUPABASE_URL?: string;
  readonly VITE_SUPABASE_ANON_KEY?: string;
  readonly VITE_API_BASE_URL?: string;
  readonly VITE_TURNSTILE_SITE_KEY?: string;
}
