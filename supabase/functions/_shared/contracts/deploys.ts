// What the function deploy-hook tells the staff area about the site's own builds.
import { z } from 'zod';

export const DEPLOY_MINUTES_DEFAULT = 2;
/** The database keeps this distance between two calls (claim_deploy_call). */
export const DEPLOY_PAUSE_SECONDS = 60;

export const deployStateSchema = z.object({
  isConfigured: z.boolean(),
  /** What is wrong with the settings, for staff to read; null when nothing is. */
  problem: z.string().nullable(),
  /** Minutes a build usually takes. */
  minutes: z.number().positive(),
  /** Changes no call has covered yet. */
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
