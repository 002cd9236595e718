import { PageHero, type PageHeroProps } from '@/components/layout/page-hero';

export type PageMessageProps = Pick<PageHeroProps, 'overline' | 'title' | 'actions' | 'role'> & {
  text: string;
};

/** A page that has nothing to show but what went wrong, and where to go on. */
export function PageMessage({ text, ...heroProps }: PageMessageProps) {
  return <PageHero {...heroProps} lead={text} scene="lost" hasLargeScene />;
}
