// The blog as a REST interface under /functions/v1/blog. The logic is in handler.ts; this file provides its dependencies.
import { createServiceClient, readSupabaseSettings } from '../_shared/clients.ts';
import { parseAllowedOrigins, withCors } from '../_shared/cors.ts';
import { createRestCaller } from '../_shared/rest-caller.ts';
import { REST_METHODS } from '../_shared/rest.ts';
import { handleBlog } from './handler.ts';
import { createBlogStore } from './store.ts';

const settings = readSupabaseSettings((name) => Deno.env.get(name));
const service = createServiceClient(settings);
const allowedOrigins = parseAllowedOrigins(Deno.env.get('ALLOWED_ORIGINS'));

Deno.serve((request) =>
  withCors(
    request,
    allowedOrigins,
    (allowed) => {
      const { client, caller } = createRestCaller(settings, allowed);
      return handleBlog(allowed, {
        caller,
        store: createBlogStore(client, service),
        newId: () => crypto.randomUUID(),
        logError: (error) => console.error('blog:', error),
      });
    },
    REST_METHODS,
  ),
);
