-- Hosted projects may still grant everything new to the API roles by default. Here a table, sequence or
-- function is reachable only by a grant that its own migration names.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;
revoke all on all sequences in schema public from anon, authenticated;
