import type { ApprovalOutcome, CommentOutcome } from './api';
import type { Refusal } from './model';

type Message = { title: string; text: string };

/** What the page says when a link shows no text. */
export const refusalMessages: Record<Refusal | 'missing', Message> = {
  missing: {
    title: 'This link is not complete',
    text: 'Some mail programs break long links. Please copy the whole link from the message you got.',
  },
  unknown: {
    title: 'This link does not work',
    text: 'It is not complete, or the text was deleted. Please ask the person who sent it for a new one.',
  },
  withdrawn: {
    title: 'This link was withdrawn',
    text: 'The text can no longer be read here. Please ask the person who sent the link.',
  },
  expired: {
    title: 'This link has expired',
    text: 'Please ask the person who sent it for a new one. Your comments are kept.',
  },
  deleted: {
    title: 'This text was deleted',
    text: 'There is nothing to approve any more. Please ask the person who sent the link.',
  },
  passphrase: {
    title: 'This text has a passphrase',
    text: 'You got it from the person who sent the link, by another way than the link itself.',
  },
  'wrong-passphrase': {
    title: 'This text has a passphrase',
    text: 'You got it from the person who sent the link, by another way than the link itself.',
  },
  locked: {
    title: 'Too many wrong passphrases',
    text: 'The link is locked for an hour. Please try again then.',
  },
};

export const commentProblems: Partial<Record<CommentOutcome, string>> = {
  approved:
    'This text is approved, so comments are closed. Please write to the person who asked you.',
  full: 'Too many comments in a short time. Please try again in an hour, or write a mail.',
  invalid: 'The comment was not accepted. Please check your name and the text.',
};

export const approvalProblems: Partial<Record<ApprovalOutcome, string>> = {
  changed:
    'The text was changed while you read it, so nothing was approved. The page shows what is to be approved now.',
  invalid: 'The approval was not accepted. Please check your name and the address.',
};
