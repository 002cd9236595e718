import type { ReactNode } from 'react';
import { PageHero } from '@/components/layout/page-hero';

export type PageMessageProps = {
  title: string;
  text: string;
  actions: ReactNode;
  /** 'alert' for a failure: screen readers say it at once. */
  role?: 'alert';
};

/** A page that has nothing to show but what went wrong, and where to go on. */
export function PageMessage({ title, text, actions, role }: PageMessageProps) {
  return <PageHero title={title} lead={text} actions={actions} scene="contact" role={role} />;
}
