import { askBackend, withTimeout } from '@/lib/backend';
import { parseTimestamp } from '@/lib/dates';
import { AppError } from '@/lib/errors';
import { toPublicImageUrl, toStoredImageUrl } from '@/lib/image-url';
import type { Person } from '@/components/people/people-context';
import type { NewMember, StaffMember, StaffRequest, StaffRole } from './model';

/** The database refuses callers who are not owners. */
export async function listStaffMembers(signal?: AbortSignal): Promise<StaffMember[]> {
  const { data } = await askBackend('Failed to load the staff', (supabase) =>
    supabase.rpc('list_staff_members').abortSignal(withTimeout(signal)).retry(false),
  );
  return data.map((row) => ({
    email: row.email,
    role: toRole(row.role),
    addedAt: parseTimestamp(row.added_at),
    addedBy: row.added_by_email,
    hasAccount: row.has_account,
    lastSeenAt: row.last_seen_at ? parseTimestamp(row.last_seen_at) : null,
  }));
}

/** Every member with name and portrait, for all staff. */
export async function listStaffNames(signal?: AbortSignal): Promise<Person[]> {
  const { data } = await askBackend('Failed to load the names of the staff', (supabase) =>
    supabase.rpc('list_staff_names').abortSignal(withTimeout(signal)).retry(false),
  );
  return data.map((row) => ({
    userId: row.user_id,
    email: row.email,
    name: row.name,
    portraitUrl: row.portrait_url && toPublicImageUrl(row.portrait_url),
  }));
}

export type ProfileChange = {
  email: string;
  name: string;
  /** '' removes it. Left out, it stays: members choose their own. */
  portraitUrl?: string;
};

export async function saveStaffProfile({ email, name, portraitUrl }: ProfileChange): Promise<void> {
  await askBackend('Could not save the name', (supabase) =>
    supabase.rpc('save_staff_profile', {
      member_email: email,
      name,
      ...(portraitUrl !== undefined && { portrait_url: toStoredImageUrl(portraitUrl) }),
    }),
  );
}

/** Open access requests, the oldest first. Owners get all, other callers their own. */
export async function listStaffRequests(signal?: AbortSignal): Promise<StaffRequest[]> {
  const { data } = await askBackend('Failed to load the access requests', (supabase) =>
    supabase
      .from('staff_requests')
      .select('id, email, note, created_at')
      .is('declined_at', null)
      .order('created_at')
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  return data.map((row) => ({
    id: row.id,
    email: row.email,
    note: row.note,
    createdAt: parseTimestamp(row.created_at),
  }));
}

export async function addStaffMember({ email, role }: NewMember): Promise<void> {
  await askBackend('Could not add this person', (supabase) =>
    supabase.rpc('add_staff_member', { member_email: email, member_role: role }),
  ).catch((error: unknown) => {
    if (error instanceof AppError && error.code === UNIQUE_VIOLATION) {
      throw new AppError('conflict', 'This address is on the list already.', { cause: error });
    }
    throw error;
  });
}

export async function setStaffRole({ email, role }: NewMember): Promise<void> {
  await askBackend('Could not change the role', (supabase) =>
    supabase.rpc('set_staff_role', { member_email: email, member_role: role }),
  );
}

export async function removeStaffMember(email: string): Promise<void> {
  await askBackend('Could not remove this person', (supabase) =>
    supabase.rpc('remove_staff_member', { member_email: email }),
  );
}

export async function approveStaffRequest({
  id,
  role,
}: {
  id: string;
  role: StaffRole;
}): Promise<void> {
  await askBackend('Could not approve this request', (supabase) =>
    supabase.rpc('approve_staff_request', { request_id: id, member_role: role }),
  );
}

export async function declineStaffRequest(id: string): Promise<void> {
  await askBackend('Could not decline this request', (supabase) =>
    supabase.rpc('decline_staff_request', { request_id: id }),
  );
}

const UNIQUE_VIOLATION = '23505';

function toRole(role: string): StaffRole {
  return role === 'owner' ? 'owner' : 'editor';
}
