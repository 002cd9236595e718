// Files with enquiries, replies and mails of clients: checked by their content, stored in the private bucket.
import type { SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import type { DatabaseCall } from './clients.ts';
import {
  detectDocumentType,
  DOCUMENT_BUCKET,
  DOCUMENT_NAME_MAX,
  DOCUMENT_TYPES,
  isDocumentType,
  validateDocument,
  type DocumentType,
} from './contracts/document.ts';
import { fileExtension, isUploadImageType } from './contracts/upload.ts';
import { cutText } from './contracts/words/cut-text.ts';
import type { Bytes } from './http.ts';
import { cleanImage } from './images/clean-image.ts';

export type CheckedFile = { name: string; type: DocumentType; bytes: Bytes };
/** `full`: a limit is reached. `unknown`: the enquiry was erased. */
export type FileOutcome = 'stored' | 'repeated' | 'full' | 'unknown';

export type EnquiryFiles = {
  /** Stores the same file of an enquiry or message once. */
  store: (enquiryId: string, messageId: string | null, file: CheckedFile) => Promise<FileOutcome>;
  /** Those of a reply, in the order in which they were stored. */
  ofMessage: (messageId: string) => Promise<CheckedFile[]>;
  /** Removes the objects of erased enquiries. Never throws. */
  sweep: () => Promise<void>;
};

const MISMATCH = 'The content of the file does not match its type';
const DAMAGED = 'The image is damaged or incomplete';
const LARGEST_CUT = 100;

/** A checked file, pictures without their metadata; or the sentence of the refusal. */
export async function checkFile(file: {
  name: string;
  type: string;
  bytes: Bytes;
}): Promise<CheckedFile | string> {
  const name = lineOf(file.name);
  const problem = validateDocument({ name, type: file.type, size: file.bytes.length });
  if (problem !== null) return problem;
  const type = detectDocumentType(file.bytes);
  if (type === null || type !== file.type) return MISMATCH;
  const extensions: readonly string[] = DOCUMENT_TYPES[type];
  if (!extensions.includes(fileExtension(name))) return MISMATCH;
  if (!isUploadImageType(type)) return { name, type, bytes: file.bytes };
  const image = cleanImage(file.bytes);
  return image.ok ? { name, type, bytes: new Uint8Array(image.bytes) } : DAMAGED;
}

/** One line without invisible characters; a long name keeps its extension. */
function lineOf(name: string): string {
  const line = name.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff/\\]+/gu, ' ').trim();
  const extension = fileExtension(line);
  if (line.length <= DOCUMENT_NAME_MAX || extension === '') return cutText(line, DOCUMENT_NAME_MAX);
  return `${cutText(line, LARGEST_CUT)}.${extension}`;
}

/** The id of a file of an enquiry or message: the same for the same file, so that a row always describes its object. */
export async function fileIdOf(owner: string, { name, type, bytes }: CheckedFile): Promise<string> {
  const file = new Blob([JSON.stringify([owner, name, type]), bytes]);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  // Version 8 of RFC 9562: of the maker's own.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const rowsSchema = z.array(
  z.object({ id: z.uuid(), name: z.string(), type: z.string().refine(isDocumentType) }),
);

export function openEnquiryFiles(
  service: SupabaseClient,
  call: DatabaseCall,
  logError: (error: unknown) => void,
): EnquiryFiles {
  const bucket = service.storage.from(DOCUMENT_BUCKET);
  return {
    store: async (enquiryId, messageId, file) => {
      const { name, type, bytes } = file;
      const id = await fileIdOf(messageId ?? enquiryId, file);
      // The object first: without its row it is removed, now or later.
      const { error } = await bucket.upload(id, bytes, { contentType: type, upsert: true });
      if (error) throw error;
      const answer = await call('add_enquiry_file', {
        ...{ enquiry_id: enquiryId, message_id: messageId },
        file: { id, name, type, byte_size: bytes.length },
      });
      const outcome = z.enum(['stored', 'repeated', 'full', 'unknown']).parse(answer);
      if (outcome === 'full' || outcome === 'unknown') await bucket.remove([id]);
      return outcome;
    },
    ofMessage: async (messageId) => {
      const { data, error } = await service
        .from('enquiry_files')
        .select('id, name, type')
        .eq('message_id', messageId)
        .order('created_at');
      if (error) throw error;
      return Promise.all(
        rowsSchema.parse(data).map(async ({ id, name, type }) => {
          const object = await bucket.download(id);
          if (object.error) throw object.error;
          return { name, type, bytes: new Uint8Array(await object.data.arrayBuffer()) };
        }),
      );
    },
    sweep: async () => {
      try {
        const names = z.array(z.string()).parse(await call('list_unused_enquiry_files'));
        if (names.length === 0) return;
        const { error } = await bucket.remove(names);
        if (error) throw error;
      } catch (error) {
        logError(error);
      }
    },
  };
}
