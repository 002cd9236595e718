-- Saves the row, its metrics and its gallery in one transaction.
--
-- study_id          chosen by the client, so that a create that is sent twice makes one study
-- expected_version  null to create; otherwise the version the editor started from
-- fields            only the columns to change, by column name; unknown and stamped columns are ignored
-- metrics           [{"metric_value", "metric_label"}] in order; null keeps them
-- gallery           [{"image_url", "caption", "alt_text"}] in order; null keeps them
--
-- Errors: PT409 another save came first (or the id is taken), PT404 deleted or not allowed, PT422 a value
-- violates a limit; for the rows the four messages below, with the database's message as detail. PT codes
-- become the HTTP status, which bare constraint violations do not on every backend.
create function public.save_case_study(
  study_id uuid,
  expected_version integer,
  fields jsonb,
  metrics jsonb default null,
  gallery jsonb default null
)
returns public.case_studies
language plpgsql
security invoker
set search_path = ''
as $$
declare
  stamped constant text[] :=
    array['id', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by'];
  before public.case_studies;
  saved public.case_studies;
  code text;
  reason text;
begin
  if jsonb_typeof(fields) is distinct from 'object' then
    raise exception 'fields must be an object' using errcode = 'PT422';
  end if;

  begin
    if expected_version is null then
      saved := jsonb_populate_record(
        null::public.case_studies,
        '{"status": "draft", "service_tags": [], "technologies": []}'::jsonb || (fields - stamped)
      );
      begin
        insert into public.case_studies (
          id, title, headline, subhead, description, challenge, solution, results, what_we_loved,
          client_quote, outcome, industry, meta_description, status, service_tags, technologies,
          client_name, client_url, client_logo_url, timeline, role, cta_headline, cta_text,
          hero_image_url
        ) values (
          study_id, saved.title, saved.headline, saved.subhead, saved.description, saved.challenge,
          saved.solution, saved.results, saved.what_we_loved, saved.client_quote, saved.outcome,
          saved.industry, saved.meta_description, saved.status, saved.service_tags,
          saved.technologies, saved.client_name, saved.client_url, saved.client_logo_url,
          saved.timeline, saved.role, saved.cta_headline, saved.cta_text, saved.hero_image_url
        )
        returning * into saved;
      exception when unique_violation then
        raise exception 'This case study was saved before' using errcode = 'PT409';
      end;
    else
      select * into before from public.case_studies where id = study_id for update;
      if not found then
        raise exception 'Case study not found or you don''t have permission to change it'
          using errcode = 'PT404';
      end if;
      if before.version <> expected_version then
        raise exception 'This case study has changed since you opened it' using errcode = 'PT409';
      end if;
      saved := jsonb_populate_record(before, fields - stamped);
      update public.case_studies set
        title = saved.title, headline = saved.headline, subhead = saved.subhead,
        description = saved.description, challenge = saved.challenge, solution = saved.solution,
        results = saved.results, what_we_loved = saved.what_we_loved,
        client_quote = saved.client_quote, outcome = saved.outcome, industry = saved.industry,
        meta_description = saved.meta_description, status = saved.status,
        service_tags = saved.service_tags, technologies = saved.technologies,
        client_name = saved.client_name, client_url = saved.client_url,
        client_logo_url = saved.client_logo_url, timeline = saved.timeline, role = saved.role,
        cta_headline = saved.cta_headline, cta_text = saved.cta_text,
        hero_image_url = saved.hero_image_url
      where id = study_id
      returning * into saved;
    end if;
  exception when integrity_constraint_violation or data_exception then
    -- The message contains the name of the constraint, from which the form finds the field.
    get stacked diagnostics reason = message_text;
    raise exception '%', reason using errcode = 'PT422';
  end;

  if metrics is not null then
    begin
      delete from public.case_study_metrics where case_study_id = study_id;
    exception when others then
      get stacked diagnostics code = returned_sqlstate, reason = message_text;
      raise exception 'Failed to delete existing metrics' using errcode = code, detail = reason;
    end;
    begin
      insert into public.case_study_metrics (case_study_id, metric_value, metric_label, display_order)
      select study_id, item ->> 'metric_value', item ->> 'metric_label', place
      from jsonb_array_elements(metrics) with ordinality as list (item, place);
    exception when others then
      get stacked diagnostics code = returned_sqlstate, reason = message_text;
      raise exception 'Failed to insert metrics'
        using errcode = case when left(code, 2) in ('22', '23') then 'PT422' else code end,
          detail = reason;
    end;
  end if;

  if gallery is not null then
    begin
      delete from public.case_study_gallery where case_study_id = study_id;
    exception when others then
      get stacked diagnostics code = returned_sqlstate, reason = message_text;
      raise exception 'Failed to delete existing gallery' using errcode = code, detail = reason;
    end;
    begin
      insert into public.case_study_gallery (
        case_study_id, image_url, caption, alt_text, display_order
      )
      select study_id, item ->> 'image_url', item ->> 'caption', item ->> 'alt_text', place
      from jsonb_array_elements(gallery) with ordinality as list (item, place);
    exception when others then
      get stacked diagnostics code = returned_sqlstate, reason = message_text;
      raise exception 'Failed to insert gallery'
        using errcode = case when left(code, 2) in ('22', '23') then 'PT422' else code end,
          detail = reason;
    end;
  end if;

  return saved;
end
$$;
comment on function public.save_case_study(uuid, integer, jsonb, jsonb, jsonb) is
  'Creates or updates a case study with its rows in one transaction, refusing stale versions.';
revoke execute on function public.save_case_study(uuid, integer, jsonb, jsonb, jsonb)
  from public, anon;
grant execute on function public.save_case_study(uuid, integer, jsonb, jsonb, jsonb)
  to authenticated;
