-- Lets staff retry a mail now, also after its last attempt.
create function public.retry_enquiry_mail(enquiry_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    raise exception 'Only staff may have a mail sent again' using errcode = '42501';
  end if;
  update public.enquiries as enquiry
  set mail_attempts = 0, next_attempt_at = now()
  where enquiry.id = retry_enquiry_mail.enquiry_id
    and not enquiry.is_quarantined
    and (enquiry.state <> 'mailed' or enquiry.receipt_state in ('wanted', 'failed'));
  if not found then
    raise exception 'No mail of this enquiry is waiting' using errcode = 'PT404';
  end if;
end
$$;
comment on function public.retry_enquiry_mail(uuid) is
  'Makes the unsent mails of an enquiry due now. Staff only.';
revoke execute on function public.retry_enquiry_mail(uuid) from public, anon;
grant execute on function public.retry_enquiry_mail(uuid) to authenticated;
