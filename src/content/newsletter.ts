/** The pages that the links of the newsletter's mails open. */
export const newsletterContent = {
  confirm: {
    ask: {
      title: 'One press, and you are in',
      text: 'Confirm that you want our letters: about once a month, when there is something to say.',
      action: 'Confirm subscription',
      pending: 'Confirming...',
    },
    done: {
      title: 'You are on the list',
      text: 'Thank you. A mail that shows the way out is coming to you now, and the next letter when it is written.',
    },
    over: {
      title: 'This link no longer works',
      text: 'It holds for seven days. Leave your address once more and a new one comes.',
    },
    missing: {
      title: 'Confirm your subscription',
      text: 'This page opens from the link in our mail. Please open it from there, or have a new one sent.',
    },
    again: 'Subscribe again',
    onward: 'Read the blog',
  },
  unsubscribe: {
    ask: {
      title: 'Leave the list',
      text: 'Press once and no more letters come. We delete your address at the same moment.',
      action: 'Unsubscribe',
      pending: 'Unsubscribing...',
    },
    done: {
      title: 'You are off the list',
      text: 'Your address is deleted, and no more letters come. Thank you for reading as long as you did.',
    },
    over: {
      title: 'This link is not complete',
      text: 'Some mail programs break long links. Please open it from the mail again, or write to us and we take you off the list by hand.',
    },
    missing: {
      title: 'Unsubscribe',
      text: 'This page opens from the link in our mails. Please open it from there, or write to us and we take you off the list by hand.',
    },
    again: 'Write to us',
    onward: 'Back to the front page',
  },
} as const;
