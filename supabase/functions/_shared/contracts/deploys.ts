// The state of the site's builds, as the function deploy-hook reports it to the staff area.
import { z } from 'zod';

export const DEPLOY_MINUTES_DEFAULT = 2;
/** The minimum time between two calls, enforced by the database (claim_deploy_call). */
export const DEPLOY_PAUSE_SECONDS = 60;

/** A build of `npm run builder`. */
export const buildRunSchema = z.object({
  startedAt: z.iso.datetime({ offset: true }),
  endedAt: z.iso.datetime({ offset: true }).nullable(),
  outcome: z.enum(['running', 'published', 'failed']),
  /** Why it failed. */
  reason: z.string().nullable(),
  /** Files that were uploaded or deleted; null where that is not known. */
  changed: z.number().int().nullable(),
});
export type BuildRun = z.infer<typeof buildRunSchema>;

/** What the builder answers, the newest build first. */
export const buildRunsSchema = z.object({ builds: z.array(buildRunSchema) });

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
  /** Of `npm run builder`; null for a host that builds. `builds` is null when the builder does not answer. */
  builder: z.object({ builds: z.array(buildRunSchema).nullable() }).nullable(),
});
export type DeployState = z.infer<typeof deployStateSchema>;

export const deployReplySchema = z.object({ data: deployStateSchema });
