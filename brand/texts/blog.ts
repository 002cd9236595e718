export const blogContent = {
  meta: {
    title: 'Blog',
    description:
      'Notes from the workshop: what we learned making shops, apps, brands and campaigns, written down while it is fresh.',
  },
  hero: {
    title: 'Blog',
    lead: 'Notes from the workshop, written down while they are fresh. Short enough for one cup of coffee.',
    action: 'Subscribe',
  },
  empty: {
    title: 'Nothing published yet.',
    text: 'The first post is being written. Leave your address below and we will send it to you.',
  },
  noMatch: {
    title: 'Nothing here matches that.',
    text: 'Try a shorter word, or show all posts.',
    action: 'Show all posts',
  },
  samples: {
    label: 'Sample posts',
    text: 'The blog cannot be reached right now. These six give an idea of what we write about.',
  },
  related: 'Keep reading',
  newsletter: {
    id: 'newsletter',
    title: 'Letters from the workshop',
    text: 'About once a month, when there is something to say: one piece of writing, one picture, no tracking. You can leave with one click.',
    feeds: {
      lead: 'Prefer a feed reader?',
      links: [
        { label: 'RSS', href: '/feed.xml' },
        { label: 'JSON Feed', href: '/feed.json' },
      ],
    },
    done: 'Almost there. Please open the mail we have just sent you and confirm your address.',
  },
} as const;
