// The projects API under /functions/v1/projects. The logic is in handler.ts; this file provides its dependencies.
import { readSupabaseSettings } from '../_shared/clients.ts';
import { parseAllowedOrigins, withCors } from '../_shared/cors.ts';
import { createRestCaller } from '../_shared/rest-caller.ts';
import { REST_METHODS } from '../_shared/rest.ts';
import { handleProjects } from './handler.ts';
import { createProjectStore } from './store.ts';

const settings = readSupabaseSettings((name) => Deno.env.get(name));
const allowedOrigins = parseAllowedOrigins(Deno.env.get('ALLOWED_ORIGINS'));

Deno.serve((request) =>
  withCors(
    request,
    allowedOrigins,
    (allowed) => {
      const { client, caller } = createRestCaller(settings, allowed);
      return handleProjects(allowed, {
        caller,
        store: createProjectStore(client),
        newId: () => crypto.randomUUID(),
        logError: (error) => console.error('projects:', error),
      });
    },
    REST_METHODS,
  ),
);
