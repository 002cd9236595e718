-- Hosted projects may grant new objects to the API roles by default. Here, access to a table, sequence or
-- function needs a grant in its own migration.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;
revoke all on all sequences in schema public from anon, authenticated;
