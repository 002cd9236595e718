import { useEffect, useRef, type ReactNode } from 'react';
import { ShieldCheck } from 'lucide-react';
import { LogOutButton } from '../account/log-out-button';

export type StepScreenProps = {
  title: string;
  lead: ReactNode;
  /** What to do if the step is not possible. */
  help: ReactNode;
  children: ReactNode;
};

/** A further step of signing in, in place of the staff area. */
export function StepScreen({ title, lead, help, children }: StepScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="mx-auto max-w-2xl px-gutter py-16 desktop:py-24">
      <ShieldCheck aria-hidden="true" className="size-10 stroke-[1.25] text-accent-text" />
      <h1 ref={heading} tabIndex={-1} className="mt-6 text-h2 outline-none">
        {title}
      </h1>
      <p className="mt-5 mb-8 max-w-measure text-body">{lead}</p>
      {children}
      <p className="mt-10 max-w-measure text-base text-muted">{help}</p>
      <LogOutButton className="mt-3 -ms-5" />
    </section>
  );
}
