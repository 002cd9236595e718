import type { CaseStudyField } from '../editing';

/** What the fields are called on screen, in the form and where two versions are compared. */
export const caseStudyFieldLabels: Record<CaseStudyField, string> = {
  title: 'Title',
  status: 'Status',
  headline: 'Headline',
  subhead: 'Subhead',
  description: 'Description',
  challenge: 'Challenge',
  solution: 'Solution',
  results: 'Results',
  whatWeLoved: 'What we loved',
  clientName: 'Client name',
  clientUrl: 'Client website',
  clientLogoUrl: 'Client logo URL',
  timeline: 'Timeline',
  role: 'Role',
  clientQuote: 'Client quote',
  heroImageUrl: 'Hero image URL',
  serviceTags: 'Service tags',
  technologies: 'Technologies',
  industry: 'Industry',
  outcome: 'Outcome',
  metaDescription: 'Meta description',
  ctaHeadline: 'Call to action headline',
  ctaText: 'Call to action text',
  metrics: 'Metrics',
  gallery: 'Gallery',
};

/** Where a list of tags takes the focus; the form library only knows plain inputs. */
export function tagsFieldId(name: 'serviceTags' | 'technologies'): string {
  return `case-study-${name}`;
}
