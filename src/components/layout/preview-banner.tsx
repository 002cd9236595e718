import type { ReactNode } from 'react';

/** Sticky above a page shown to staff only, so that it is not mistaken for the public page. */
export function PreviewBanner({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <section
      aria-label="Preview"
      className="sticky top-0 z-40 short:static flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5 border-b border-sky bg-sky-soft px-gutter py-2.5 text-small"
    >
      <p className="min-w-0 flex-[1_1_18rem] font-medium">{text}</p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">{children}</div>
    </section>
  );
}
