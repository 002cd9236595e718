// The state of the site's builds, as the function deploy-hook reports it to the staff area.
import { z } from 'zod';

export const DEPLOY_MINUTES_DEFAULT = 2;
/** The minimum time between two calls, enforced by the database (claim_deploy_call). */
export const DEPLOY_PAUSE_SECONDS = 60;

export const deployStateSchema = z.object({
  isConfigured: z.boolean(),
  /** An error in the settings, as a text for staff; null for none. */
  problem: z.string().nullable(),
  /** Minutes a build usually takes. */
  minutes: z.number().positive(),
  /** Number of changes since the last call. */
  pending: z.number().int().min(0),
  changedAt: z.iso.datetime({ offset: true }).nullable(),
  lastCall: z
    .object({
      requestedAt: z.iso.datetime({ offset: true }),
      outcome: z.enum(['running', 'accepted', 'failed']),
      reason: z.string().nullable(),
    })
    .nullable(),
});
export type DeployState = z.infer<typeof deployStateSchema>;

export const deployReplySchema = z.object({ data: deployStateSchema });
