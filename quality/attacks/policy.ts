import type { BrowserContext } from '@playwright/test';

declare global {
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- merged into the DOM's own
  interface Window {
    reportViolation?: (line: string) => Promise<void>;
  }
}

/** The policy violations reported by the pages of a browser so far. */
export async function watchPolicy(context: BrowserContext): Promise<string[]> {
  const violations: string[] = [];
  await context.exposeFunction('reportViolation', (line: string) => violations.push(line));
  await context.addInitScript(() => {
    // In the capture phase, so that no handler can stop it.
    addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI, sourceFile, lineNumber, sample }) => {
        const line = `${effectiveDirective} ${blockedURI} (${sourceFile}:${lineNumber}) ${sample}`;
        void (window.reportViolation ?? parent.reportViolation)?.(`${location.pathname}: ${line}`);
      },
      true,
    );
  });
  context.on('console', (message) => {
    if (/Content.Security.Policy|Permissions.Policy|Trusted(?:HTML|Script)/i.test(message.text())) {
      violations.push(message.text());
    }
  });
  return violations;
}

/** Serves the pages of this browser without a policy. */
export async function dropPolicy(context: BrowserContext) {
  await context.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const headers = response.headers();
    delete headers['content-security-policy'];
    return route.fulfill({ response, headers });
  });
}
