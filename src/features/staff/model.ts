import { z } from 'zod';

export const STAFF_ROLES = ['editor', 'owner'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

export const STAFF_ROLE_LABELS: Record<StaffRole, string> = { editor: 'Editor', owner: 'Owner' };

/** The database refuses longer ones (migrations/*_staff_members.sql). */
export const STAFF_EMAIL_MAX = 254;

/** How long a request for access waits (migrations/*_staff_people_requests.sql). */
export const REQUEST_KEPT_DAYS = 30;

export const newMemberSchema = z.object({
  email: z
    .string()
    .trim()
    .toLowerCase()
    .max(STAFF_EMAIL_MAX, 'Email too long')
    .pipe(z.email('Please enter a valid email address')),
  role: z.enum(STAFF_ROLES),
});
export type NewMember = z.infer<typeof newMemberSchema>;

export type StaffMember = {
  email: string;
  role: StaffRole;
  addedAt: Date;
  /** Null: added with the secret key, or by someone whose account is gone. */
  addedBy: string | null;
  /** Someone with this confirmed address has an account. */
  hasAccount: boolean;
  lastSeenAt: Date | null;
};

export type StaffRequest = {
  id: string;
  email: string;
  note: string | null;
  createdAt: Date;
};
