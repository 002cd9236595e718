-- A hosted project grants everything on new objects to service_role. The tables and functions created before
-- default_privileges have these grants, so the secret key could change the security log, delete staff and
-- write case studies without a version. These are the grants of the embedded backend.
revoke all on
  public.staff_members,
  public.security_events,
  public.case_studies,
  public.case_study_metrics,
  public.case_study_gallery,
  public.deleted_case_studies
from service_role;
grant select, insert, update on public.staff_members to service_role;
grant select, insert on public.security_events to service_role;
grant select on public.case_studies, public.case_study_metrics, public.case_study_gallery to service_role;
revoke all on sequence public.security_events_id_seq from service_role;
revoke execute on function
  public.current_staff_role(),
  public.add_staff_member(text, text),
  public.set_staff_role(text, text),
  public.remove_staff_member(text),
  public.audit_security_policies(),
  public.save_case_study(uuid, integer, jsonb, jsonb, jsonb),
  public.restore_case_study(uuid)
from service_role;
