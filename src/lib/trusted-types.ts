type Rules = {
  createHTML?: (html: string, ...rest: never[]) => string;
  createScriptURL?: (address: string) => string;
};

declare global {
  // Extends Window of TypeScript's DOM library, which lacks Trusted Types.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Window {
    trustedTypes?: { createPolicy: <Policy extends Rules>(name: string, rules: Policy) => Policy };
  }
}

/**
 * Creates a Trusted Types policy, or returns the rules unchanged in a browser without Trusted Types.
 * With them, the page accepts only markup and script addresses that come from a policy. Call it once
 * per name; the allowed names are listed in scripts/lib/build/hosting-table.ts.
 */
export function createPolicy<Policy extends Rules>(name: string, rules: Policy): Policy {
  if (typeof window === 'undefined') return rules;
  return window.trustedTypes?.createPolicy(name, rules) ?? rules;
}
