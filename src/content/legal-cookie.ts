import { contactBlock, lawSection, type LegalDocument } from './legal';

export const cookiePolicy: LegalDocument = {
  title: 'Cookie Policy',
  description:
    'This website sets no cookies. What it keeps in your browser’s storage instead, key by key, and how to remove it.',
  lead: 'The short version: this website sets no cookies at all. The long version is not much longer.',
  updated: '2026-11-28',
  sections: [
    {
      id: 'no-cookies',
      title: 'No cookies, no banner',
      blocks: [
        'A cookie is a small note that a website leaves in your browser and gets back with every request. We leave none: not for tracking, not for statistics, not for advertising. That is why you were not asked to accept any.',
      ],
    },
    {
      id: 'local-storage',
      title: 'What we keep in your browser instead',
      blocks: [
        'Browsers have a second drawer: local storage and, for larger things, a small database. What lies there stays on your device and is not sent along with requests. We use it for what the website needs in order to do what you asked it to:',
        {
          table: {
            caption: 'Keys in the storage of your browser',
            columns: ['Key', 'What it holds', 'How long'],
            rows: [
              ['theme', 'Whether you chose the light or the dark theme', 'Until you clear it'],
              [
                'clouds',
                'That you paused the clouds, if you did',
                'Until you let them drift again or clear it',
              ],
              [
                'agency-session',
                'For staff who are signed in: the session and the account it belongs to. While someone is signing in, a second entry whose name begins the same way',
                'Until they sign out or the session ends',
              ],
              [
                'contact-form',
                'What you typed into the contact form and have not sent yet, so that a reload does not cost you your words. In session storage',
                'Until it is sent or you close the tab',
              ],
              [
                'selected-service',
                'The service whose link “Contact Us” you followed, so that the contact form names it. In session storage',
                'Until you close the tab',
              ],
              [
                'visit',
                'The page that you opened first, the name of the website whose link led to it, and the projects that you opened, so that you can tell us with an enquiry. In session storage',
                'Until you close the tab',
              ],
              [
                'offline-queue',
                'An enquiry that waits because there is no connection. In the browser’s database, with a note named queued-work that something waits',
                'Until it is sent or you discard it',
              ],
              [
                'stored-copies',
                'Published case studies and articles you have read, to show them when the server cannot be reached. In the browser’s database',
                'Until newer ones take their place',
              ],
              [
                'journal',
                'For staff: text that is being written and not saved yet. In the browser’s database',
                'Until it is saved or discarded, which logging out asks about; at most 30 days',
              ],
              [
                'case-study-preview',
                'For staff: whether the preview stands beside the form',
                'Until it is closed',
              ],
              [
                'writing-mode',
                'For staff: whether texts are shown as they will look or as Markdown',
                'Until you clear it',
              ],
              [
                'seen-notices',
                'For staff: which notices were in the bell when it was last opened',
                'Until it is opened again or you clear it',
              ],
              [
                'agency-password-choice',
                'For someone who opened a mailed link: that a password is still to be chosen. In session storage',
                'Until it is chosen or the tab is closed',
              ],
              [
                'agency-asked-links',
                'For someone who asked for a mail with a link, to confirm an address or to choose a new password: the address, so that the link signs in here without another question',
                'Until the link was used, at most one hour',
              ],
              [
                'kept-notice',
                'A message of the page that was just left, such as “Logged out”, until the next page has shown it. In session storage',
                'Until the next page',
              ],
              [
                'reloaded-for-build',
                'When the page last reloaded itself because a new version had come out. In session storage',
                'Until you close the tab',
              ],
            ],
          },
        },
      ],
    },
    {
      id: 'consent',
      title: 'Why we need no consent',
      blocks: [
        'Consent is asked for where something is stored that the service does not strictly need. Each entry above is one you caused yourself: by choosing a theme, stopping the clouds, choosing a service, writing to us, reading on without a connection or signing in. None of them is used to recognize you or to follow you anywhere.',
      ],
    },
    {
      id: 'remove',
      title: 'How to remove it',
      blocks: [
        'Every browser can clear what a website has stored, under names such as “Site data” or “Clear browsing data”. In a private window it is all gone when you close it. Nothing breaks: the theme is light again, the clouds drift, and staff sign in anew.',
      ],
    },
    {
      id: 'others',
      title: 'Nobody else’s either',
      blocks: [
        'Fonts, pictures and scripts come from this website. There are no embedded maps or social buttons that could set cookies of their own. If you follow a link to another website, its own policy applies there.',
        'A video of YouTube or Vimeo is loaded only when you press play. Its player comes from www.youtube-nocookie.com or player.vimeo.com and may then keep data under that address; our Privacy Policy says what each company receives. Until you press play, neither is contacted.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes',
      blocks: [
        'If we ever want to store something that is not strictly needed, we will ask first, and this page will name it.',
      ],
    },
    lawSection('This policy'),
    {
      id: 'contact',
      title: 'Questions',
      blocks: ['If anything here is unclear, ask us.', contactBlock],
    },
  ],
};
