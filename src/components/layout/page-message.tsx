import type { ReactNode } from 'react';

export type PageMessageProps = {
  title: string;
  text: string;
  actions: ReactNode;
  /** 'alert' for a failure: screen readers say it at once. */
  role?: 'alert';
};

/** A page that has nothing to show but what went wrong, and where to go on. */
export function PageMessage({ title, text, actions, role }: PageMessageProps) {
  return (
    <div className="mx-auto flex min-h-[60svh] w-full max-w-content flex-col justify-center px-gutter py-section wide:px-0">
      <div role={role}>
        <h1 className="max-w-[48rem] text-display tracking-display break-words">{title}</h1>
        <p className="mt-6 max-w-measure text-lead break-words text-muted">{text}</p>
      </div>
      <div className="mt-9 flex flex-wrap gap-4">{actions}</div>
    </div>
  );
}
