import { expect, test } from 'vitest';
import { CASE_STUDY_STATUSES } from '@contracts/case-study';
import { POST_STATUSES } from '@contracts/blog';
import type { DeployState } from '@contracts/deploys';
import { DOCUMENT_TYPES } from '@contracts/document';
import { UPLOAD_IMAGE_TYPES } from '@contracts/upload';
import { MESSAGE_STATES } from '@/features/conversations/model';
import { DELIVERY_STATES, ENQUIRY_STATUSES, RECEIPT_STATES } from '@/features/enquiries/model';
import { SUBSCRIBER_STATES } from '@/features/newsletter/subscriber';
import { EVENT_TYPES, ORIGINS, SEVERITIES } from '@/features/security-log/model';
import { COMPOSERS } from '../../supabase/functions/_shared/outbox/composers.ts';
import type { QuarantineReason } from '../../supabase/functions/send-contact-email/handler.ts';
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
  mails_kind_known: Object.keys(COMPOSERS),
  newsletter_subscribers_state_known: SUBSCRIBER_STATES,
  security_events_event_type_known: EVENT_TYPES,
  security_events_origin_known: ORIGINS,
  security_events_severity_known: SEVERITIES,
};

/** Named in SQL only, or no list of words. */
const OTHERS = [
  ...['enquiry_messages_direction_known', 'form_attempts_form_known', 'form_mails_form_known'],
  ...['image_records_variants_known', 'legal_reviews_document_known'],
  ...['published_changes_action_known', 'published_changes_kind_known', 'staff_members_role_known'],
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
