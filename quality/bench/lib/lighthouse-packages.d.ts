// The parts of two packages that lighthouse.ts uses. `npm run bench` installs them (bench/package.json), so the
// packages' own types are usually missing.
declare module 'chrome-launcher' {
  export function launch(options: {
    chromePath: string;
    chromeFlags: string[];
    handleSIGINT: boolean;
  }): Promise<{ port: number; kill: () => void }>;
  export function killAll(): void;
}

declare module 'lighthouse' {
  export type Result = {
    audits: Record<string, { score: number | null; numericValue?: number; details?: unknown }>;
    categories: Record<
      string,
      { score: number | null; auditRefs: { id: string; weight: number }[] }
    >;
    runtimeError?: { message: string };
  };
  export const desktopConfig: object;
  export default function lighthouse(
    url: string,
    flags: { port: number; logLevel: 'silent'; onlyCategories: string[] },
    config?: object,
  ): Promise<{ lhr: Result } | undefined>;
}
