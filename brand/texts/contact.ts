import { paths } from '@/lib/paths';

export const contactContent = {
  meta: {
    title: 'Contact Us',
    description:
      'Write to us here, call or come by: the form, the phone numbers and the opening hours of our offices in Brooklyn, Los Angeles and Skopje.',
  },
  hero: {
    title: 'Contact Us',
    lead: 'Half a sentence is enough to begin with. Tell us what you are making and what is in the way.',
    action: { label: 'Get Started', to: `${paths.contact}#contact-form` },
  },
  getInTouch: {
    id: 'get-in-touch',
    title: 'Get In Touch',
    lead: 'Our team replies within 24 hours, most often with a question.',
    hints: {
      title: 'What helps us answer well',
      items: [
        'What you make, and for whom. A link says more than a brief.',
        'What should be different when we are done.',
        'A date, if there is one, and roughly what you would like to spend.',
      ],
    },
    next: {
      title: 'What happens next',
      items: [
        'We read your message and give it to the person who knows most about it.',
        'That person writes to you by email.',
        'If we are not the right people, we say so.',
      ],
    },
  },
  form: {
    id: 'contact-form',
    messageHint: 'Plain words are best, and a link is welcome.',
    privacy: {
      text: 'We read this to answer you, keep it for 24 months and use it for nothing else.',
      link: 'Privacy Policy',
    },
  },
  ways: {
    title: 'Rather not fill in a form?',
    lead: 'Write or call, whichever comes more easily.',
    labels: { email: 'Write', phone: 'Call', post: 'Send something on paper' },
  },
  offices: {
    heading: 'Three rooms, three clocks.',
    title: 'Global Offices',
    headline: 'Our Worldwide Presence',
    lead: 'Three strategic locations, one unified vision',
  },
} as const;
