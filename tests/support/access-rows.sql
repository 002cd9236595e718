-- Rows for tests/database/access-matrix.test.ts, written as the owner of the database: of everything that
-- visitors see a part of, one they see and one they do not; one of everything else.
insert into public.case_studies (id, title, status, hero_image_url, industry) values
  ('a1000000-0000-4000-8000-000000000001', 'Published', 'published', null, 'Retail'),
  ('a1000000-0000-4000-8000-000000000002', 'Draft', 'draft',
    '/storage/v1/object/public/images/a.png', null),
  ('a1000000-0000-4000-8000-000000000003', 'Deleted', 'draft', null, null);
insert into public.case_study_metrics (case_study_id, metric_value, metric_label, display_order)
  select id, '12', 'weeks', 1 from public.case_studies;
insert into public.case_study_gallery (case_study_id, image_url, display_order)
  select id, '/images/1.webp', 1 from public.case_studies;
delete from public.case_studies where title = 'Deleted';
insert into public.working_copies (kind, document_id, base_version, version, content, title) values (
  'case-study', 'a1000000-0000-4000-8000-000000000003', 1, 2,
  '{"study": {"title": "Changed"}, "metrics": [], "gallery": []}', 'Changed'
);

insert into public.blog_authors (id, name) values
  ('b2000000-0000-4000-8000-000000000001', 'Seen'),
  ('b2000000-0000-4000-8000-000000000002', 'Unseen');
insert into public.blog_categories (id, name) values
  ('b3000000-0000-4000-8000-000000000001', 'Seen'),
  ('b3000000-0000-4000-8000-000000000002', 'Unseen');
insert into public.blog_tags (id, name) values
  ('b4000000-0000-4000-8000-000000000001', 'Seen'),
  ('b4000000-0000-4000-8000-000000000002', 'Unseen');
insert into public.blog_posts (id, slug, title, status, published_at, author_id, category_id) values
  (
    'b1000000-0000-4000-8000-000000000001', 'a-post', 'Published', 'published', '2026-01-01',
    'b2000000-0000-4000-8000-000000000001', 'b3000000-0000-4000-8000-000000000001'
  ),
  (
    'b1000000-0000-4000-8000-000000000002', 'a-draft', 'Draft', 'draft', null,
    'b2000000-0000-4000-8000-000000000002', 'b3000000-0000-4000-8000-000000000002'
  ),
  ('b1000000-0000-4000-8000-000000000003', 'gone', 'Deleted', 'draft', null, null, null);
insert into public.blog_post_tags (post_id, tag_id, place) values
  ('b1000000-0000-4000-8000-000000000001', 'b4000000-0000-4000-8000-000000000001', 1),
  ('b1000000-0000-4000-8000-000000000002', 'b4000000-0000-4000-8000-000000000002', 1);
delete from public.blog_posts where title = 'Deleted';

insert into public.services (id, name) values ('photography', 'Photography');
insert into public.enquiries (id, submission_id, name, email, message, service, sender_hash, content_hash) values (
  'c1000000-0000-4000-8000-000000000001', gen_random_uuid(), 'Ada Lovelace', 'ada@visitor.test',
  'We would like a new website.', 'photography', 'x', 'x'
);
-- One note of each member: authors change their own.
insert into public.enquiry_notes (enquiry_id, author_id, text)
  select 'c1000000-0000-4000-8000-000000000001', id, 'Called back' from auth.users;
insert into public.enquiry_messages (id, enquiry_id, direction, author_email, text, state) values (
  'c2000000-0000-4000-8000-000000000001', 'c1000000-0000-4000-8000-000000000001', 'in',
  'ada@visitor.test', 'When?', 'received'
);
insert into public.enquiry_files (id, enquiry_id, name, type, byte_size) values (
  'c3000000-0000-4000-8000-000000000001', 'c1000000-0000-4000-8000-000000000001', 'plan.pdf', 'application/pdf', 10
);
insert into public.newsletter_subscribers (id, email, consent_text) values (
  'f1000000-0000-4000-8000-000000000001', 'ada@visitor.test', 'Yes'
);
insert into public.image_records (path, sha256, width, height, byte_size, mime, original_name)
  values ('a.png', repeat('a', 64), 10, 10, 100, 'image/png', 'a.png');
insert into public.security_events (event_type, severity, description, user_id)
  select 'data_access', 'low', 'Seen', id from auth.users;
insert into public.redirects (from_path, to_path)
  values ('/old', '/blog'), ('/blog/a-post', '/blog/elsewhere');
-- Everybody waits for something: a policy that shows people their own row shows each of them one.
insert into public.staff_requests (id, user_id, email)
  select
    case email
      when 'non-member@visitor.test' then 'd1000000-0000-4000-8000-000000000001'::uuid
      else gen_random_uuid()
    end,
    id, email
  from auth.users;
insert into public.staff_profiles (member_id, name) select id, email from public.staff_members;
insert into public.sign_off_requests
  (id, kind, document_id, version, title, content, client_name, expires_at)
  select
    'a5000000-0000-4000-8000-000000000001', 'case-study', id, 1, title,
    private.saved_content('case-study', id), 'Dana', now() + interval '1 day'
  from public.case_studies where title = 'Published';
insert into public.sign_off_comments (id, request_id, author_name, text)
  values ('a6000000-0000-4000-8000-000000000001', 'a5000000-0000-4000-8000-000000000001', 'Dana', 'Why?');
insert into public.sign_off_comments (id, document_id, for_id, text)
  select gen_random_uuid(), 'a1000000-0000-4000-8000-000000000001', id, 'Look' from public.staff_members;
insert into public.sign_off_approvals (id, request_id, document_id, version, content, content_hash, name)
  select
    'a7000000-0000-4000-8000-000000000001', id, document_id, 1,
    private.canonical_content(kind, content), private.content_hash(kind, content), 'Dana'
  from public.sign_off_requests;
insert into public.sign_off_demands (document_id) values ('a1000000-0000-4000-8000-000000000001');
-- Each member sees the others.
insert into private.document_editors (document_id, member_id)
  select 'a1000000-0000-4000-8000-000000000001', id from public.staff_members;
insert into private.unknown_addresses (path) values ('/lost');
