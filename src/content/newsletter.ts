/** Texts of the two pages that links in newsletter mails open. */
export const newsletterContent = {
  confirm: {
    ask: {
      title: 'Confirm your subscription',
      text: 'Confirm that you want our letters: about once a month, when there is something to say.',
      action: 'Confirm subscription',
      pending: 'Confirming...',
    },
    done: {
      title: 'You are on the list',
      text: 'Thank you. We have sent you a mail with the link to unsubscribe. The next letter comes when it is written.',
    },
    over: {
      title: 'This link no longer works',
      text: 'Links work for seven days. Enter your address again and we send you a new one.',
    },
    missing: {
      title: 'Confirm your subscription',
      text: 'This page opens from the link in our mail. Please open it from there, or ask for a new one.',
    },
    again: 'Subscribe again',
    onward: 'Read the blog',
  },
  unsubscribe: {
    ask: {
      title: 'Leave the list',
      text: 'You get no more letters, and we delete your address at once.',
      action: 'Unsubscribe',
      pending: 'Unsubscribing...',
    },
    done: {
      title: 'You are off the list',
      text: 'Your address is deleted, and you get no more letters. Thank you for reading.',
    },
    over: {
      title: 'This link is not complete',
      text: 'Some mail programs break long links. Please open it from the mail again, or write to us and we take you off the list.',
    },
    missing: {
      title: 'Unsubscribe',
      text: 'This page opens from the link in our mails. Please open it from there, or write to us and we take you off the list.',
    },
    again: 'Write to us',
    onward: 'Back to the front page',
  },
} as const;
