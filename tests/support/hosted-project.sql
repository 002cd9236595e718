-- What a hosted project has before its first migration, as far as the migrations and tests use it: the API
-- roles with their default privileges, and the tables of the Auth and Storage services, with the columns in
-- use. Run as the superuser supabase_admin; the migrations run as postgres, which is none and owns no table
-- of Auth.
create role anon nologin;
create role authenticated nologin;
create role service_role nologin bypassrls;
create role supabase_auth_admin login noinherit createrole;
create role supabase_storage_admin nologin noinherit createrole;
create role authenticator login noinherit;
grant anon, authenticated, service_role to authenticator;
create role postgres login createrole createdb bypassrls;
-- Hosted projects let postgres create policies on storage.objects, which belong to the Storage service.
grant anon, authenticated, service_role, supabase_storage_admin to postgres;

grant all on database postgres to postgres;
grant all on schema public to postgres;
grant usage on schema public to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on tables to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on sequences to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on functions to anon, authenticated, service_role;

create schema auth;
grant all on schema auth to supabase_auth_admin;
grant usage on schema auth to postgres, anon, authenticated, service_role;
alter default privileges for role supabase_auth_admin in schema auth grant all on tables to postgres;
alter default privileges for role supabase_auth_admin in schema auth grant all on sequences to postgres;
alter default privileges for role supabase_auth_admin in schema auth grant all on routines to postgres;
alter role supabase_auth_admin set search_path = auth;

set role supabase_auth_admin;
set search_path = auth;

create type aal_level as enum ('aal1', 'aal2', 'aal3');
create type factor_status as enum ('unverified', 'verified');

create table users (
  id uuid primary key,
  email varchar(255) unique,
  encrypted_password varchar(255),
  email_confirmed_at timestamptz,
  confirmation_token varchar(255),
  recovery_token varchar(255),
  reauthentication_token varchar(255) default '',
  email_change varchar(255),
  email_change_token_new varchar(255),
  email_change_token_current varchar(255) default '',
  email_change_sent_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  email_change_confirm_status smallint default 0,
  phone text unique,
  phone_confirmed_at timestamptz,
  last_sign_in_at timestamptz,
  raw_user_meta_data jsonb,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  created_at timestamptz default now(),
  updated_at timestamptz
);
create table identities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  provider text not null
);
create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  aal aal_level,
  created_at timestamptz,
  updated_at timestamptz
);
create table refresh_tokens (
  id bigserial primary key,
  token varchar(255) unique,
  user_id varchar(255),
  session_id uuid references sessions (id) on delete cascade
);
create table one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  token_hash text not null
);
create table flow_state (id uuid primary key default gen_random_uuid(), user_id uuid);
create table mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  status factor_status not null
);
create table webauthn_credentials (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade
);
create table webauthn_challenges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references users (id) on delete cascade
);
create table oauth_authorizations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references users (id) on delete cascade
);
create table oauth_consents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade
);
alter table users enable row level security;
alter table identities enable row level security;
alter table sessions enable row level security;
alter table refresh_tokens enable row level security;
alter table one_time_tokens enable row level security;
alter table flow_state enable row level security;
alter table mfa_factors enable row level security;

create function jwt() returns jsonb language sql stable
  return nullif(current_setting('request.jwt.claims', true), '')::jsonb;
create function uid() returns uuid language sql stable
  return (auth.jwt() ->> 'sub')::uuid;
create function role() returns text language sql stable
  return auth.jwt() ->> 'role';

reset search_path;
reset role;

create schema storage authorization supabase_storage_admin;
create table storage.buckets (
  id text primary key,
  name text not null,
  public boolean not null default false,
  file_size_limit bigint,
  allowed_mime_types text[]
);
create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets (id),
  name text,
  created_at timestamptz default now()
);
alter table storage.buckets owner to supabase_storage_admin;
alter table storage.objects owner to supabase_storage_admin;
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant usage on schema storage to postgres, anon, authenticated, service_role;
grant all on storage.buckets, storage.objects to postgres, anon, authenticated, service_role;
