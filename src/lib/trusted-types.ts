type Rules = {
  createHTML?: (html: string, ...rest: never[]) => string;
  createScriptURL?: (address: string) => string;
};

declare global {
  // Merged into the library's own, which does not know Trusted Types yet.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface Window {
    trustedTypes?: { createPolicy: <Policy extends Rules>(name: string, rules: Policy) => Policy };
  }
}

/**
 * The only way text becomes markup or code: where the browser has Trusted Types, what the policy gives
 * back is signed, and the page takes nothing else. To be called once per name; the names a page may
 * use are listed in scripts/lib/hosting-table.mjs.
 */
export function createPolicy<Policy extends Rules>(name: string, rules: Policy): Policy {
  if (typeof window === 'undefined') return rules;
  return window.trustedTypes?.createPolicy(name, rules) ?? rules;
}
