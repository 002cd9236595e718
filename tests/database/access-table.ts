/**
 * Who may do what, in one place. Each verdict is four words: for anonymous visitors, signed-in non-members,
 * editors and owners. A removed member, and a member with a second factor whose session lacks its code,
 * are non-members; a token that is expired, signed by another key or not signed at all is worth no more than
 * none (access-matrix.test.ts).
 */
export const AUDIENCES = ['anonymous', 'nonMember', 'editor', 'owner'] as const;

const EVERYBODY = 'yes yes yes yes';
const SIGNED_IN = 'no yes yes yes';
const STAFF = 'no no yes yes';
const OWNERS = 'no no no yes';
/** Only edge functions, with the service key. */
const NOBODY = 'no no no no';

/** `some`: rows of published studies and posts, or of the caller. */
const PUBLISHED = 'some some all all';
const STAFF_ROWS = 'none none all all';

type TableAccess = {
  read: string;
  create: string;
  change: string;
  delete: string;
  /** The only columns that may be changed; without, all of them. */
  changeable?: readonly string[];
  /** The row to insert, where a row of defaults reaches a trigger before a policy. */
  sample?: string;
};

export const TABLES: Record<string, TableAccess> = {
  audit_events: {
    ...{ read: 'none none none all', create: NOBODY, change: NOBODY, delete: NOBODY },
  },
  blog_authors: { read: PUBLISHED, create: STAFF, change: STAFF, delete: STAFF },
  blog_categories: { read: PUBLISHED, create: STAFF, change: STAFF, delete: STAFF },
  blog_tags: { read: PUBLISHED, create: STAFF, change: STAFF, delete: STAFF },
  blog_post_tags: { read: PUBLISHED, create: STAFF, change: STAFF, delete: STAFF },
  blog_posts: { read: PUBLISHED, create: STAFF, change: STAFF, delete: STAFF },
  case_studies: { read: PUBLISHED, create: STAFF, change: STAFF, delete: STAFF },
  case_study_metrics: { read: PUBLISHED, create: STAFF, change: STAFF, delete: STAFF },
  case_study_gallery: { read: PUBLISHED, create: STAFF, change: STAFF, delete: STAFF },
  document_revisions: { read: STAFF_ROWS, create: NOBODY, change: NOBODY, delete: NOBODY },
  deleted_documents: { read: STAFF_ROWS, create: NOBODY, change: NOBODY, delete: NOBODY },
  public_addresses: { read: STAFF_ROWS, create: NOBODY, change: NOBODY, delete: NOBODY },
  working_copies: { read: STAFF_ROWS, create: NOBODY, change: NOBODY, delete: NOBODY },
  enquiries: {
    ...{ read: STAFF_ROWS, create: NOBODY, change: STAFF, delete: STAFF },
    changeable: [
      ...['answer_by', 'assigned_to', 'deleted_at', 'is_quarantined', 'read_at', 'status'],
    ],
  },
  enquiry_files: { read: STAFF_ROWS, create: NOBODY, change: NOBODY, delete: NOBODY },
  enquiry_messages: { read: STAFF_ROWS, create: NOBODY, change: NOBODY, delete: NOBODY },
  enquiry_notes: {
    ...{ read: STAFF_ROWS, create: STAFF, change: STAFF, delete: STAFF },
    changeable: ['text'],
    sample: `(enquiry_id, text) values ('c1000000-0000-4000-8000-000000000001', 'Called')`,
  },
  image_records: {
    ...{ read: STAFF_ROWS, create: STAFF, change: STAFF, delete: STAFF },
    changeable: ['alt_text', 'deleting_at', 'focus_x', 'focus_y'],
  },
  newsletter_subscribers: { read: STAFF_ROWS, create: NOBODY, change: NOBODY, delete: STAFF },
  page_texts: { read: 'all all all all', create: NOBODY, change: NOBODY, delete: NOBODY },
  redirects: {
    ...{ read: STAFF_ROWS, create: STAFF, change: STAFF, delete: STAFF },
    sample: "(from_path, to_path) values ('/tried', '/blog')",
  },
  services: { read: STAFF_ROWS, create: NOBODY, change: NOBODY, delete: NOBODY },
  security_events: {
    ...{ read: 'none none some all', create: EVERYBODY, change: NOBODY, delete: NOBODY },
  },
  sign_off_approvals: { read: STAFF_ROWS, create: NOBODY, change: NOBODY, delete: OWNERS },
  sign_off_comments: {
    ...{ read: STAFF_ROWS, create: NOBODY, change: STAFF, delete: NOBODY },
    changeable: ['is_done'],
  },
  sign_off_demands: {
    ...{ read: STAFF_ROWS, create: STAFF, change: NOBODY, delete: STAFF },
    sample: "(document_id) values ('e1000000-0000-4000-8000-000000000001')",
  },
  sign_off_requests: { read: STAFF_ROWS, create: NOBODY, change: NOBODY, delete: NOBODY },
  staff_members: {
    ...{ read: 'none none none all', create: NOBODY, change: NOBODY, delete: NOBODY },
  },
  staff_profiles: { read: STAFF_ROWS, create: NOBODY, change: NOBODY, delete: NOBODY },
  staff_requests: {
    ...{ read: 'none some some all', create: NOBODY, change: NOBODY, delete: NOBODY },
  },
};

/** The rows of tests/support/access-rows.sql. */
const STUDY = "'a1000000-0000-4000-8000-000000000001'";
const DELETED_STUDY = "'a1000000-0000-4000-8000-000000000003'";
const POST = "'b1000000-0000-4000-8000-000000000001'";
const DELETED_POST = "'b1000000-0000-4000-8000-000000000003'";
const ENQUIRY = "'c1000000-0000-4000-8000-000000000001'";
const MESSAGE = "'c2000000-0000-4000-8000-000000000001'";
const REQUEST = "'d1000000-0000-4000-8000-000000000001'";
const SIGN_OFF = "'a5000000-0000-4000-8000-000000000001'";
/** Of the migration: md5('page_texts/en/home'). */
const HOME = "md5('page_texts/en/home')::uuid";
const NEW = "'e1000000-0000-4000-8000-000000000001'";

/**
 * `call` names things that are there, so that "not found" means "not for you". A set without a row counts
 * as refused as well.
 */
export const FUNCTIONS: Record<string, { may: string; call: string }> = {
  add_enquiry_file: { may: NOBODY, call: `(${ENQUIRY}, '{}')` },
  add_staff_member: { may: OWNERS, call: "('new@agency.test', 'editor')" },
  approve_staff_request: { may: OWNERS, call: `(${REQUEST}, 'editor')` },
  approve_sign_off: { may: EVERYBODY, call: "('x', null, '{}')" },
  arrange_case_studies: { may: STAFF, call: "('{}', '{}', '{}')" },
  answer_sign_off: { may: STAFF, call: "('a6000000-0000-4000-8000-000000000001', 'x')" },
  ask_address_change: { may: STAFF, call: "('new@agency.test')" },
  ask_sign_off: { may: STAFF, call: `(${STUDY}, 1, 'Dana')` },
  ask_sign_off_again: { may: STAFF, call: `(${SIGN_OFF}, 1)` },
  audit_security_policies: { may: STAFF, call: '()' },
  backup_state: { may: NOBODY, call: '()' },
  begin_restore: { may: NOBODY, call: "('x')" },
  claim_deploy_call: { may: NOBODY, call: '()' },
  claim_enquiry_reply: { may: STAFF, call: `(${NEW}, ${ENQUIRY}, 'Hello', ${MESSAGE})` },
  claim_links: { may: NOBODY, call: '()' },
  claim_mail: { may: NOBODY, call: '()' },
  claim_test_mail: { may: OWNERS, call: '()' },
  comment_sign_off: { may: EVERYBODY, call: "('x', null, '{}')" },
  confirm_legal_review: { may: OWNERS, call: "('terms', '2026-11-21')" },
  confirm_newsletter: { may: NOBODY, call: `(${NEW})` },
  confirmations: { may: EVERYBODY, call: '(null::public.case_studies)' },
  count_csp_reports: { may: NOBODY, call: "('[]', 'x')" },
  count_newsletter_subscribers: { may: STAFF, call: '()' },
  count_security_events: { may: STAFF, call: "('2000-01-01')" },
  current_staff_role: { may: SIGNED_IN, call: '()' },
  decline_staff_request: { may: OWNERS, call: `(${REQUEST})` },
  deploy_state: { may: STAFF, call: '()' },
  discard_working_copy: { may: STAFF, call: `(${DELETED_STUDY}, 1)` },
  dismiss_unknown_address: { may: STAFF, call: "('/lost')" },
  end_editing: { may: STAFF, call: `(${STUDY})` },
  enquiry_mail: { may: SIGNED_IN, call: '(null::public.enquiries)' },
  erase_old_enquiries: { may: NOBODY, call: '()' },
  erase_old_newsletter_subscribers: { may: NOBODY, call: '()' },
  export_rows: { may: NOBODY, call: "('redirects')" },
  find_enquiry_for_file: { may: NOBODY, call: `(${NEW})` },
  find_redirect: { may: EVERYBODY, call: "('/old')" },
  finish_restore: { may: NOBODY, call: "('x')" },
  get_blog_post: { may: EVERYBODY, call: "('a-post')" },
  has_publishing_schedule: { may: SIGNED_IN, call: '(null::public.working_copies)' },
  keep_rendered_text: { may: NOBODY, call: "('x', 'y', 1)" },
  list_blog_categories: { may: EVERYBODY, call: '()' },
  list_blog_posts: { may: EVERYBODY, call: '()' },
  list_blog_tags: { may: EVERYBODY, call: '()' },
  list_case_study_heads: { may: EVERYBODY, call: "('00000000-0000-0000-0000-000000000000')" },
  list_case_study_topics: { may: EVERYBODY, call: '()' },
  list_image_usage: { may: STAFF, call: '()' },
  list_image_versions: { may: STAFF, call: "('a.png')" },
  list_notes_for_me: { may: STAFF, call: '()' },
  list_redirects: { may: EVERYBODY, call: '()' },
  list_sign_off_comments: { may: STAFF, call: `(${STUDY})` },
  list_sign_offs: { may: STAFF, call: '()' },
  list_staff_members: { may: OWNERS, call: '()' },
  list_staff_names: { may: STAFF, call: '()' },
  list_unknown_addresses: { may: STAFF, call: '()' },
  list_unused_enquiry_files: { may: NOBODY, call: '()' },
  log_function_event: { may: NOBODY, call: "('data_access', 'low', 'x', '{}', 'x')" },
  name_security_event_users: {
    may: OWNERS,
    call: "(array['11111111-1111-4111-8111-111111111111']::uuid[])",
  },
  note_editing: { may: STAFF, call: `(${STUDY})` },
  open_sign_off: { may: EVERYBODY, call: "('x')" },
  picture_facts: { may: EVERYBODY, call: '(null::public.case_studies)' },
  // Does what staff have decided, and nothing else.
  publish_due_changes: { may: EVERYBODY, call: '()' },
  purge_deleted_document: { may: STAFF, call: `(${DELETED_POST})` },
  receive_enquiry_mail: { may: NOBODY, call: `(${ENQUIRY}, '{}')` },
  record_export: { may: STAFF, call: "('enquiries')" },
  reviewed_legal_texts: { may: EVERYBODY, call: '()' },
  remove_staff_member: { may: OWNERS, call: "('editor@agency.test')" },
  replace_image_everywhere: { may: STAFF, call: "('a.png', 'b.png')" },
  request_newsletter: { may: NOBODY, call: "('a@b.test', 'x', '{}', 'x', '{}')" },
  // Staff may call it as well; the answer is that they are staff.
  request_staff_access: { may: SIGNED_IN, call: "('Please')" },
  restore_deleted_document: { may: STAFF, call: `(${DELETED_STUDY})` },
  restore_document_version: { may: STAFF, call: `(${STUDY}, 1, 1)` },
  restore_rows: { may: NOBODY, call: "('x', 'redirects', '[]')" },
  retry_mails: { may: STAFF, call: `(${ENQUIRY})` },
  save_blog_post: { may: STAFF, call: `(${POST}, 1, '{"title": "New"}')` },
  save_case_study: { may: STAFF, call: `(${STUDY}, 1, '{"title": "New"}')` },
  save_page_texts: { may: STAFF, call: `(${HOME}, 1, '{}')` },
  // Of another member; everyone in the staff may change their own (staff-profiles.test.ts).
  save_staff_profile: { may: OWNERS, call: "('owner@agency.test', 'Ada')" },
  schedule_working_copy: { may: STAFF, call: `(${DELETED_STUDY}, 2, null)` },
  search_staff_area: { may: STAFF, call: "('draft')" },
  set_staff_role: { may: OWNERS, call: "('editor@agency.test', 'owner')" },
  settle_deploy_call: { may: NOBODY, call: `(${NEW})` },
  settle_enquiry_check: { may: NOBODY, call: '()' },
  settle_enquiry_reply: { may: NOBODY, call: `(${MESSAGE}, '<x@agency.test>')` },
  settle_links: { may: NOBODY, call: "('[]')" },
  settle_mail: { may: NOBODY, call: '(1)' },
  site_health: { may: STAFF, call: '()' },
  submit_enquiry: { may: NOBODY, call: "('{}', '{}')" },
  subscriber_mail: { may: SIGNED_IN, call: '(null::public.newsletter_subscribers)' },
  withdraw_sign_off: { may: STAFF, call: `(${SIGN_OFF})` },
  unsubscribe_newsletter: { may: NOBODY, call: `(${NEW})` },
  write_note: {
    may: STAFF,
    call: `('{"id": "e1000000-0000-4000-8000-000000000001", "document_id": "a1000000-0000-4000-8000-000000000001", "text": "x"}')`,
  },
};

export const BUCKETS: Record<
  string,
  Record<'fetch' | 'list' | 'upload' | 'replace' | 'delete', string>
> = {
  // Fetched without a session; staff read by signed links (enquiry-files.test.ts).
  'enquiry-files': { fetch: NOBODY, list: STAFF, upload: NOBODY, replace: NOBODY, delete: NOBODY },
  images: { fetch: EVERYBODY, list: STAFF, upload: NOBODY, replace: NOBODY, delete: STAFF },
};

/** `{id}` is an unknown id: an allowed caller gets 404, others are refused first. */
export const ENDPOINTS: Record<string, string> = {
  'GET /blog/posts': EVERYBODY,
  'POST /blog/posts': STAFF,
  'GET /blog/posts/{id}': EVERYBODY,
  'PUT /blog/posts/{id}': STAFF,
  'DELETE /blog/posts/{id}': STAFF,
  'GET /blog/categories': EVERYBODY,
  'GET /blog/tags': EVERYBODY,
  'GET /blog/openapi.json': EVERYBODY,
  'POST /csp-reports': EVERYBODY,
  'GET /deploy-hook': STAFF,
  'POST /deploy-hook': STAFF,
  'POST /enquiry-replies': STAFF,
  // With the secret of the mail provider.
  'POST /enquiry-replies/inbound': NOBODY,
  // With the secret key.
  'POST /link-check': NOBODY,
  'GET /newsletter/ticket': EVERYBODY,
  'POST /newsletter/subscribe': EVERYBODY,
  'POST /newsletter/confirm': EVERYBODY,
  'GET /newsletter/unsubscribe': EVERYBODY,
  'POST /newsletter/unsubscribe': EVERYBODY,
  'GET /projects': EVERYBODY,
  'POST /projects': STAFF,
  'GET /projects/{id}': EVERYBODY,
  'PUT /projects/{id}': STAFF,
  'PATCH /projects/{id}': STAFF,
  'DELETE /projects/{id}': STAFF,
  'GET /projects/openapi.json': EVERYBODY,
  'POST /secure-file-upload': STAFF,
  'GET /send-contact-email/ticket': EVERYBODY,
  'POST /send-contact-email': EVERYBODY,
  // To the sender of a new enquiry.
  'POST /send-contact-email/file': EVERYBODY,
  'POST /send-contact-email/retry': NOBODY,
  'POST /send-contact-email/test': OWNERS,
};
