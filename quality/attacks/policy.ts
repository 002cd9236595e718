import type { BrowserContext } from '@playwright/test';

/** What the pages of a browser violate of the policy: it reports everything it blocks in the console. */
export function watchPolicy(context: BrowserContext): string[] {
  const violations: string[] = [];
  context.on('console', (message) => {
    if (/Content.Security.Policy|Permissions.Policy|Trusted(?:HTML|Script)/i.test(message.text())) {
      violations.push(`${message.location().url}: ${message.text()}`);
    }
  });
  return violations;
}
