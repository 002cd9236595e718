import { paths } from '@/lib/paths';

export const contactContent = {
  meta: {
    title: 'Contact Us',
    description:
      'Write, call or come by: the e-mail address, phone numbers and opening hours of our offices in Brooklyn, Los Angeles and Skopje.',
  },
  hero: {
    title: 'Contact Us',
    lead: 'Half a sentence is enough to begin with. Tell us what you are making and what is in the way.',
    action: { label: 'Get Started', to: `${paths.contact}#get-in-touch` },
  },
  getInTouch: {
    id: 'get-in-touch',
    title: 'Get In Touch',
    lead: 'Write or call, whichever comes more easily. Our team replies within 24 hours, most often with a question.',
    ways: { email: 'Write', phone: 'Call', post: 'Send something on paper' },
    hints: {
      title: 'What helps us answer well',
      items: [
        'What you make, and for whom. A link says more than a brief.',
        'What should be different when we are done.',
        'A date, if there is one, and roughly what you would like to spend.',
      ],
    },
  },
  offices: {
    title: 'Global Offices',
    headline: 'Our Worldwide Presence',
    lead: 'Three strategic locations, one unified vision',
  },
} as const;
