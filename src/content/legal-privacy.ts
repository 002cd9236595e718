import { company, contactBlock, lawSection, type LegalDocument } from './legal';

export const privacyPolicy: LegalDocument = {
  title: 'Privacy Policy',
  description:
    'What this website stores about you, why, for how long, and how to have it shown, corrected or deleted.',
  lead: 'What we store about you, why, for how long, and how to make us stop. No tracking, no analytics, nothing sold.',
  updated: '2026-11-29',
  sections: [
    {
      id: 'who-we-are',
      title: 'Who is responsible',
      blocks: [
        `${company} runs this website and decides what happens to the data described here. In the language of the GDPR we are the controller.`,
        contactBlock,
      ],
    },
    {
      id: 'in-short',
      title: 'In short',
      blocks: [
        {
          list: [
            'You can read every page without telling us who you are.',
            'We use no analytics, no advertising networks, no tracking pixels and no cookies for tracking.',
            'Pages and fonts come from this website, pictures from it or from its own file storage. Your browser is sent nowhere else to fetch them. A video is loaded from YouTube or Vimeo only when you press play.',
            'We store what you send us on purpose, and a short log that keeps the site safe. Both have an end date.',
            'We do not sell or share personal data, and we do not use it to train models.',
          ],
        },
      ],
    },
    {
      id: 'what-we-store',
      title: 'What we store, and for how long',
      blocks: [
        'This is all of it. When the time is up, the entry is deleted.',
        {
          table: {
            caption: 'Personal data in our database',
            columns: ['Data', 'What it contains', 'Why', 'How long'],
            rows: [
              [
                'Enquiries',
                'Name, email address, phone number if you give one, subject, message, files that you attach, the service you are interested in and, only if you tick the box, what brought you here: the page that you opened first, the name of the website whose link led to it, and the projects and services that you looked at. Then what becomes of it: who answers, our mails and yours about it, notes of the team, whether our mail went out',
                'To answer you and, if it comes to that, to prepare a contract',
                '24 months after you sent it',
              ],
              [
                'Flood protection',
                'A number computed from your network address with a secret key that changes every day, when you use the contact form or the newsletter form. The address itself is not stored, and the number cannot be turned back',
                'To stop one sender from flooding the forms',
                'A day; beside an enquiry as long as the enquiry',
              ],
              [
                'Security events',
                'What kind of event it was, when it happened and how your browser describes itself. Never your network address. For someone signed in, which account it was',
                'To notice attacks and faults',
                '90 days',
              ],
              [
                'Missing pages',
                'The address on this website that was asked for, without what follows a question mark, and how often. Nothing about who asked',
                'To send readers of old links to the right page',
                '90 days after the last visit',
              ],
              [
                'Newsletter',
                'Your email address, the words you agreed to, and the times at which you asked for it and confirmed it',
                'To send it to you, and to show that you asked for it',
                'Unconfirmed 7 days, otherwise until you unsubscribe',
              ],
              [
                'Staff accounts',
                'Email address, password in a form that cannot be turned back, times of signing up and signing in, role; the name and the portrait that the person chose, which only staff see. Who saved which version of a text, and the notes that members write to each other',
                'To let our own people edit the site',
                'As long as the account exists; of each text the last 200 versions',
              ],
              [
                'Requests for access',
                'For someone who signed up and asks to join the staff: email address and the note they wrote',
                'To let an owner of the site decide',
                '30 days',
              ],
            ],
          },
        },
        'If you become a client, the correspondence and the invoices are kept apart from this website, for as long as tax law asks for.',
      ],
    },
    {
      id: 'your-device',
      title: 'What is stored on your device',
      blocks: [
        'The website keeps a few settings in your browser’s own storage, such as the light or dark theme. They are listed, one by one, in our Cookie Policy. None of them identifies you to us while you are just reading.',
      ],
    },
    {
      id: 'videos',
      title: 'Videos of YouTube and Vimeo',
      blocks: [
        'Some articles and case studies show a video that is hosted by YouTube or Vimeo. Until you press play, the page shows a poster of our own, and nothing is requested from either company.',
        {
          list: [
            'When you press play, your browser loads the player from www.youtube-nocookie.com (Google Ireland Limited) or player.vimeo.com (Vimeo.com, Inc.). That company then receives your network address, what your browser says about itself, the name of this website and which video you play.',
            'We use YouTube’s privacy-enhanced mode and Vimeo’s setting against tracking. The player may still store data in your browser under its own address, which we can neither read nor delete.',
            'Both companies may process the data in the United States, under their own privacy policies: policies.google.com/privacy and vimeo.com/privacy. Reload the page to end the connection.',
          ],
        },
      ],
    },
    {
      id: 'legal-bases',
      title: 'Why we may',
      blocks: [
        'For readers in the European Economic Area and the United Kingdom, the legal bases under Article 6 of the GDPR are:',
        {
          list: [
            'Enquiries: steps you asked for before a contract (Article\u00a06(1)(b)), and otherwise our interest in answering people who write to us (Article\u00a06(1)(f)).',
            'Security events: our interest in keeping the website running and unharmed (Article\u00a06(1)(f)).',
            'Newsletter: your consent (Article\u00a06(1)(a)), which you can withdraw at any time with the link in every issue.',
            'Staff accounts: the working relationship with the person (Article\u00a06(1)(b)).',
            'Videos: your consent (Article\u00a06(1)(a)), which you give by pressing play.',
          ],
        },
      ],
    },
    {
      id: 'who-else',
      title: 'Who else handles it',
      blocks: [
        'Database, sign-in and file storage are hosted by Supabase, which processes the data on our behalf and under a data processing agreement. A mail provider carries the messages we exchange. Both may process data in the United States; transfers from Europe rest on the standard contractual clauses of the European Commission.',
        'Beyond that we hand data over only if a law or a court order leaves us no choice, and we tell you if we are allowed to.',
      ],
    },
    {
      id: 'your-rights',
      title: 'Your rights',
      blocks: [
        'Wherever you live, you may ask us, and it costs you nothing:',
        {
          list: [
            'to tell you what we have stored about you and give you a copy of it, on request in a form other software can read;',
            'to correct what is wrong;',
            'to delete it, or to keep it without using it any further;',
            'to stop a use that rests on our own interest;',
            'to take back a consent, from then on.',
          ],
        },
        'A short email is enough. We answer within 30 days and may ask a question first to make sure that it is really you.',
        'Under the GDPR you may also complain to the data protection authority where you live. Under the California Consumer Privacy Act (CCPA) you have the right to know, to delete and to correct, and the right not to be treated worse for using them; you may send someone to ask in your name. There is no sale or sharing of personal information to opt out of, because there is none.',
      ],
    },
    {
      id: 'security',
      title: 'How we protect it',
      blocks: [
        'Connections are encrypted. The database itself decides, row by row, who may read what; enquiries and the newsletter list can be read by approved staff only. Pictures that are uploaded are checked, and place and camera data are removed from them.',
        'If something goes wrong in spite of that and it puts you at risk, we tell you and the authority without delay.',
      ],
    },
    {
      id: 'children',
      title: 'Children',
      blocks: [
        'This website is made for businesses. We do not knowingly store data about children under 16; if you think we did, write to us and we delete it.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes',
      blocks: [
        'When the website begins to store something else, this page changes first, and so does the date at its top. We write to newsletter readers and clients if the change concerns them.',
      ],
    },
    lawSection('This policy'),
    {
      id: 'contact',
      title: 'Questions',
      blocks: ['Ask us. A person reads it.', contactBlock],
    },
  ],
};
