import {
  isUploadImageType,
  UPLOAD_MAX_BYTES,
  validateManagedImage,
  type UploadNameTaken,
  type UploadNaming,
} from '@contracts/upload';
import { foreignFormat } from './file-content';
import type { UploadedImage } from './send-image';
import { type StorageImage } from './model';
import { isShrinkable } from './shrink-picture';
import { idleUpload, type UploadState } from './upload-progress';
import { formatFileSize } from '@/lib/file-size';

/** What the editor has to decide before a file is sent. */
export type UploadQuestion =
  | { kind: 'duplicate'; existing: StorageImage }
  | { kind: 'name-taken'; name: string };

export type UploadTask = {
  id: number;
  /** As chosen by the editor. */
  file: File;
  /** The smaller file that is sent instead. */
  shrunk: File | null;
  naming: UploadNaming;
  nameTaken: UploadNameTaken;
  acceptsDuplicate: boolean;
  /** Idle while waiting, and again after the full bar was shown. */
  bar: UploadState;
  question: UploadQuestion | null;
  /** The stored picture. */
  image: UploadedImage | null;
};

export type UploadAnswer = Partial<Pick<UploadTask, 'nameTaken' | 'acceptsDuplicate'>>;

export function newTask(id: number, file: File, naming: UploadNaming): UploadTask {
  return {
    id,
    file,
    shrunk: null,
    naming,
    nameTaken: 'refuse',
    acceptsDuplicate: false,
    bar: idleUpload,
    question: null,
    image: null,
  };
}

export function fileToSend({ file, shrunk }: UploadTask): File {
  return shrunk ?? file;
}

/** A message, or null when the file may be sent, if necessary after it was shrunk. */
export function findUploadProblem(file: File): string | null {
  const { name, type, size } = file;
  const problem = validateManagedImage({
    name,
    type,
    size: isShrinkable(file) ? UPLOAD_MAX_BYTES : size,
  });
  const advice = problem && !isUploadImageType(type) && foreignFormat(file);
  return advice ? `${problem}. ${advice}` : problem;
}

export function isUploading({ bar }: UploadTask): boolean {
  return bar.status === 'uploading';
}

export function isWaiting({ bar, question, image }: UploadTask): boolean {
  return bar.status === 'idle' && question === null && image === null;
}

/** Uploaded and shown as finished. */
export function isFinished({ bar, image }: UploadTask): boolean {
  return image !== null && bar.status === 'idle';
}

export function isBusy(tasks: readonly UploadTask[]): boolean {
  return tasks.some((task) => isUploading(task) || isWaiting(task));
}

/** 'photo.jpg was 12.4 MB; it is uploaded as 1.1 MB.'; null for a file that is sent as it is. */
export function describeShrinking({ file, shrunk }: UploadTask): string | null {
  if (!shrunk) return null;
  return `${file.name} was ${formatFileSize(file.size)}; it is uploaded as ${formatFileSize(shrunk.size)}.`;
}
