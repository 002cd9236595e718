// Receives images from staff. The logic is in handler.ts; this file provides its dependencies.
import { createAfterwards } from '../_shared/background.ts';
import {
  createCallerClient,
  createServiceClient,
  publicObjectUrl,
  readSupabaseSettings,
} from '../_shared/clients.ts';
import { UPLOAD_BUCKET, UPLOAD_CACHE_SECONDS } from '../_shared/contracts/upload.ts';
import { parseAllowedOrigins, withCors } from '../_shared/cors.ts';
import { bearerToken } from '../_shared/http.ts';
import { handleUpload, type UploadDeps, type UploadEvent } from './handler.ts';
import type { ImageRecord } from './store-picture.ts';

const settings = readSupabaseSettings((name) => Deno.env.get(name));
const allowedOrigins = parseAllowedOrigins(Deno.env.get('ALLOWED_ORIGINS'));
const service = createServiceClient(settings);
const afterwards = createAfterwards(logError);

Deno.serve((request) =>
  withCors(request, allowedOrigins, (allowed) => handleUpload(allowed, uploadDeps(allowed))),
);

function uploadDeps(request: Request): UploadDeps {
  const token = bearerToken(request);
  const caller = createCallerClient(settings, token);
  const roleOf = async () => {
    const { data, error } = await caller.rpc('current_staff_role');
    // The session has ended, although its token has not expired.
    if (error?.code === 'PT401') return null;
    if (error) throw error;
    return data;
  };
  let uploader: string | null = null;
  return {
    authenticate: async () => {
      if (!token) return null;
      const { data, error } = await caller.auth.getUser(token);
      // A refused token is a valid result; an unreachable Auth server is an error.
      if (error && !(error.status && error.status < 500)) throw error;
      uploader = data.user?.id ?? null;
      return data.user && { userId: data.user.id };
    },
    staffRole: roleOf,
    foreign: { resolve: resolveHost, fetch: (address, init) => fetch(address, init) },
    // No member may write to the bucket, or the hash in a record, which clients approve.
    store: async (path, bytes, contentType, replaces) => {
      const { error } = await service.storage.from(UPLOAD_BUCKET).upload(path, bytes, {
        contentType,
        cacheControl: String(UPLOAD_CACHE_SECONDS),
        upsert: replaces,
      });
      // Hosted Storage answers with status 400; only statusCode tells the reason.
      if (!replaces && error?.statusCode === '409') return false;
      if (error) throw error;
      return true;
    },
    remove: async (paths) => {
      if (paths.length === 0) return;
      const { error } = await service.storage.from(UPLOAD_BUCKET).remove(paths);
      if (error) throw error;
    },
    findRecord: async (path) => {
      const { data, error } = await caller
        .from('image_records')
        .select('path,sha256,width,height,byte_size,mime,variants,revision,original_name')
        .eq('path', path)
        .maybeSingle<ImageRecord>();
      if (error) throw error;
      return data;
    },
    saveRecord: async (record) => {
      // A second check: if the member was removed meanwhile, the upload is undone.
      const role = await roleOf();
      if (role !== 'owner' && role !== 'editor') throw new Error('No longer a member');
      const { error } = await service.from('image_records').upsert(
        // The first uploader stays.
        { ...record, deleting_at: null, ...(record.revision === 1 && { uploaded_by: uploader }) },
        { onConflict: 'path' },
      );
      if (error) throw error;
    },
    removeRecord: async (path) => {
      const { error } = await service.from('image_records').delete().eq('path', path);
      if (error) throw error;
    },
    publicUrl: (path) => publicObjectUrl(settings, UPLOAD_BUCKET, path),
    newId: () => crypto.randomUUID(),
    afterwards,
    logEvent: insertEvent,
    logError,
  };
}

async function resolveHost(host: string): Promise<string[]> {
  const kinds = ['A', 'AAAA'] as const;
  const found = await Promise.allSettled(kinds.map((kind) => Deno.resolveDns(host, kind)));
  return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

function logError(error: unknown): void {
  console.error('secure-file-upload:', error);
}

async function insertEvent(event: UploadEvent): Promise<void> {
  const { error } = await service.from('security_events').insert({
    event_type: event.eventType,
    severity: event.severity,
    description: event.description,
    metadata: event.metadata,
    user_id: event.userId,
    ip_address: null,
    user_agent: event.userAgent,
  });
  if (error) throw error;
}
