import { z } from 'zod';
import { asciiEmail } from '@contracts/email';
import { isEmail } from '@contracts/person';

export const STAFF_ROLES = ['editor', 'owner'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

export const STAFF_ROLE_LABELS: Record<StaffRole, string> = { editor: 'Editor', owner: 'Owner' };

/** Limit of the database (migrations/*_staff_and_accounts.sql). */
export const STAFF_EMAIL_MAX = 254;

export const newMemberSchema = z.object({
  email: z
    .string()
    .trim()
    .toLowerCase()
    .overwrite(asciiEmail)
    .max(STAFF_EMAIL_MAX, 'Email too long')
    .refine(isEmail, 'Please enter a valid email address'),
  role: z.enum(STAFF_ROLES),
});
export type NewMember = z.infer<typeof newMemberSchema>;

export type StaffMember = {
  email: string;
  role: StaffRole;
  addedAt: Date;
  /** Null if added with the secret key, or by an account that was deleted. */
  addedBy: string | null;
  /** Whether there is an account with this confirmed address. */
  hasAccount: boolean;
  lastSeenAt: Date | null;
};

export type StaffRequest = {
  id: string;
  email: string;
  note: string | null;
  createdAt: Date;
};
