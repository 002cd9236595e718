// Types of what the tests use of jsdom, which has none.
declare module 'jsdom' {
  import type { WindowLike } from 'dompurify';

  export class VirtualConsole {
    on(event: 'jsdomError', listener: (error: Error) => void): this;
  }
  export class JSDOM {
    constructor(
      markup: string,
      options?: { contentType?: string; virtualConsole?: VirtualConsole },
    );
    readonly window: WindowLike & { readonly document: Document };
  }
}
