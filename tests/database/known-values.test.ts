import { expect, test } from 'vitest';
import { CASE_STUDY_STATUSES } from '@contracts/case-study';
import { POST_STATUSES } from '@contracts/blog';
import type { DeployState } from '@contracts/deploys';
import { DOCUMENT_TYPES } from '@contracts/document';
import { UPLOAD_IMAGE_TYPES } from '@contracts/upload';
import { MESSAGE_STATES } from '@/features/conversations/model';
import { legalReviews } from '@/content/legal-reviews';
import { DELIVERY_STATES, ENQUIRY_STATUSES, RECEIPT_STATES } from '@/features/enquiries/model';
import { HIT_KINDS } from '@/features/search/api';
import type { ApprovalOutcome, CommentOutcome } from '@/features/sign-off/api';
import type { Refusal } from '@/features/sign-off/model';
import { STAFF_ROLES } from '@/features/staff/model';
import { EDITED_KINDS } from '@/lib/paths';
import { SUBSCRIBER_STATES } from '@/features/newsletter/subscriber';
import { EVENT_TYPES, ORIGINS, SEVERITIES } from '@/features/security-log/model';
import type { Claim } from '../../supabase/functions/deploy-hook/handler.ts';
import type { ReplyClaim } from '../../supabase/functions/enquiry-replies/handler.ts';
import { RECEPTIONS } from '../../supabase/functions/enquiry-replies/inbound.ts';
import type { SubscribeResult } from '../../supabase/functions/newsletter/handler.ts';
import { COMPOSERS } from '../../supabase/functions/_shared/outbox/composers.ts';
import {
  KEPT_OUTCOMES,
  type QuarantineReason,
} from '../../supabase/functions/send-contact-email/handler.ts';
import { backend } from '../support/backend';

// A set of values that TypeScript and the database both name: a value that only one of them knows is a response that
// cannot be read, or a row that is refused. A new constraint `…_known` needs a line here.

/** The values of a union type: the compiler refuses a list that lacks one or has another. */
const valuesOf = <Value extends string>(values: Record<Value, true>) => Object.keys(values);

const LISTS: Readonly<Record<string, readonly string[]>> = {
  blog_posts_status_known: POST_STATUSES,
  case_studies_status_known: CASE_STUDY_STATUSES,
  deploy_calls_outcome_known: valuesOf<NonNullable<DeployState['lastCall']>['outcome']>({
    ...{ running: true, accepted: true, failed: true },
  }),
  enquiries_quarantine_reasons_known: valuesOf<QuarantineReason>({
    ...{ honeypot: true, 'too-fast': true, 'missing-ticket': true, 'forged-ticket': true },
    ...{ 'expired-ticket': true, 'used-ticket': true, 'over-limit': true },
  }),
  enquiries_receipt_state_known: RECEIPT_STATES,
  enquiries_state_known: DELIVERY_STATES,
  enquiries_status_known: ENQUIRY_STATUSES,
  enquiry_files_type_known: Object.keys(DOCUMENT_TYPES),
  enquiry_messages_state_known: MESSAGE_STATES,
  image_records_mime_known: Object.keys(UPLOAD_IMAGE_TYPES),
  legal_reviews_document_known: Object.keys(legalReviews),
  mails_kind_known: Object.keys(COMPOSERS),
  newsletter_subscribers_state_known: SUBSCRIBER_STATES,
  published_changes_kind_known: [...EDITED_KINDS, 'redirect'],
  security_events_event_type_known: EVENT_TYPES,
  security_events_origin_known: ORIGINS,
  security_events_severity_known: SEVERITIES,
  staff_members_role_known: STAFF_ROLES,
};

/** Named in SQL only, or no list of words. */
const OTHERS = [
  ...['enquiry_messages_direction_known', 'form_attempts_form_known', 'form_mails_form_known'],
  ...['image_records_variants_known', 'published_changes_action_known'],
];

test('every set of values is the same in the database and in TypeScript', async () => {
  const { rows } = await backend.sql.query(
    `select conname as name, pg_get_constraintdef(oid) as text from pg_catalog.pg_constraint
     where contype = 'c' and conname like '%\\_known'`,
  );
  const stored = new Map(
    rows.map(({ name, text }) => [
      String(name),
      [...String(text).matchAll(/'([^']+)'::text/g)].map(([, value]) => value),
    ]),
  );
  expect([...stored.keys()].toSorted()).toEqual([...Object.keys(LISTS), ...OTHERS].toSorted());
  for (const [name, values] of Object.entries(LISTS)) {
    expect([name, stored.get(name)?.toSorted()]).toEqual([name, values.toSorted()]);
  }
});

const REFUSALS = valuesOf<Refusal>({
  ...{ unknown: true, withdrawn: true, expired: true, deleted: true },
  ...{ passphrase: true, 'wrong-passphrase': true, locked: true },
});

/** What functions of the database answer as their `outcome`, by the function. */
const OUTCOMES: Readonly<Record<string, readonly string[]>> = {
  approve_sign_off: valuesOf<Exclude<ApprovalOutcome, Refusal>>({
    ...{ approved: true, changed: true, invalid: true },
  }),
  claim_deploy_call: valuesOf<Claim['outcome']>({ call: true, wait: true, nothing: true }),
  claim_enquiry_reply: valuesOf<ReplyClaim['outcome']>({ sent: true, sending: true, send: true }),
  comment_sign_off: valuesOf<Exclude<CommentOutcome, Refusal>>({
    ...{ stored: true, approved: true, full: true, invalid: true },
  }),
  enter_sign_off: [...REFUSALS, 'ready'],
  open_sign_off: ['ready'],
  receive_enquiry_mail: RECEPTIONS,
  request_newsletter: valuesOf<SubscribeResult['outcome']>({
    ...{ accepted: true, 'ticket-refused': true, limited: true },
  }),
  submit_enquiry: [...KEPT_OUTCOMES, 'not-offered', 'limited'],
};

/** The words that the text of a function has in these places. */
const wordsIn = (text: unknown, ...places: RegExp[]) =>
  [
    ...new Set(
      places.flatMap((place) => [...String(text).matchAll(place)].map(([, word]) => word)),
    ),
  ].toSorted();

test('every outcome of a function of the database is one that TypeScript reads', async () => {
  const { rows } = await backend.sql.query(
    `select proname as name, prosrc as text from pg_catalog.pg_proc
     where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and (prosrc ~ '''outcome'', ''' or prosrc ~ '"outcome": "' or prosrc ~ '\\moutcome := ')`,
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(OUTCOMES));
  for (const { name, text } of rows) {
    const places = [/'outcome', '([a-z-]+)'/g, /"outcome": "([a-z-]+)"/g];
    // Its outcome is a variable.
    if (name === 'enter_sign_off') places.push(/(?:outcome :=|then|else) '([a-z-]+)'/g);
    expect([name, wordsIn(text, ...places)]).toEqual([name, OUTCOMES[String(name)]?.toSorted()]);
  }
});

test('the search of staff finds every kind that its screen lists', async () => {
  const { rows } = await backend.sql.query(
    `select prosrc as text from pg_catalog.pg_proc where proname = 'search_staff_area'`,
  );
  // The texts of pages are searched in the browser.
  const found = wordsIn(rows[0]?.text, /^ +(?:select )?'([a-z-]+)', \w+\./gm);
  expect([...found, 'page'].toSorted()).toEqual(HIT_KINDS.toSorted());
});
