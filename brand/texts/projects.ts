export const projectsContent = {
  meta: {
    title: 'Projects',
    description:
      'Shops, apps, brands and campaigns we made with the people who run them, and what came of it.',
  },
  hero: {
    title: 'Projects',
    lead: 'A few things we made with the people who run them, told from the first question to the last figure.',
  },
  more: 'Show more projects',
  noMatch: {
    title: 'No project here yet',
    text: 'Nothing we have published so far matches these filters.',
    action: 'See all projects',
  },
  closing: {
    title: 'Start Your Project',
    text: 'Bring a plan, a problem or half a sentence. We will find out together what it wants to become.',
    action: 'Tell us about it',
  },
} as const;

export const caseStudyContent = {
  drawCover: 'Draw the cover',
  /** Below a case study without its own call to action. */
  closing: {
    title: 'Want Similar Results?',
    text: 'Tell us what you are building. We answer within 24 hours, and the first talk is free.',
    action: 'Start a conversation',
  },
} as const;
