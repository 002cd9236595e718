import { useEffect, useReducer, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { validateManagedImage } from '@contracts/upload';
import { AppError, messageOf } from '@/lib/errors';
import { dismiss, notify } from '@/lib/notifications';
import { uploadImage, type UploadedImage } from './api';
import { imageQueries } from './queries';
import {
  idleUpload,
  PROGRESS_RESET_MS,
  PROGRESS_STEP_MS,
  uploadReducer,
  type UploadState,
} from './upload-progress';

export type ImageUploadOptions = {
  onUploaded?: (image: UploadedImage) => void;
  /** The full bar has been seen and is gone. */
  onFinished?: () => void;
};

export type ImageUpload = {
  state: UploadState;
  /** Checks the files, then sends the one there is. Does nothing while another is on its way. */
  start: (files: readonly File[]) => void;
  retry: () => void;
  /** Breaks off what runs and forgets what was said about it. */
  cancel: () => void;
};

/** One upload at a time, with what the person sees of it. Leaving the screen breaks it off. */
export function useImageUpload({ onUploaded, onFinished }: ImageUploadOptions = {}): ImageUpload {
  const queryClient = useQueryClient();
  const [state, dispatch] = useReducer(uploadReducer, idleUpload);
  const lastFile = useRef<File | null>(null);
  const running = useRef<AbortController | null>(null);
  const failureNotice = useRef('');
  const finish = useRef(onFinished);

  useEffect(() => {
    finish.current = onFinished;
  }, [onFinished]);

  useEffect(() => {
    if (state.status === 'uploading') {
      const timer = setInterval(() => dispatch({ type: 'tick' }), PROGRESS_STEP_MS);
      return () => clearInterval(timer);
    }
    if (state.status === 'done') {
      const timer = setTimeout(() => {
        dispatch({ type: 'reset' });
        finish.current?.();
      }, PROGRESS_RESET_MS);
      return () => clearTimeout(timer);
    }
  }, [state.status]);

  useEffect(() => () => running.current?.abort(), []);

  async function send(file: File) {
    const controller = new AbortController();
    running.current = controller;
    dismiss(failureNotice.current);
    dispatch({ type: 'start', fileName: file.name });
    try {
      const image = await uploadImage(file, {
        signal: controller.signal,
        onProgress: (sent) => dispatch({ type: 'bytes', sent }),
      });
      if (controller.signal.aborted) return;
      dispatch({ type: 'answered' });
      notify({ type: 'success', title: 'Upload Successful', description: file.name });
      onUploaded?.(image);
    } catch (error) {
      if (controller.signal.aborted) return;
      failureNotice.current = notify({ type: 'error', ...noticeOf(error) });
      dispatch({
        type: 'fail',
        fileName: file.name,
        message: messageOf(error, 'Upload failed'),
        canRetry: !(error instanceof AppError && error.kind === 'invalid'),
      });
    } finally {
      // An upload broken off late may have been stored all the same.
      void queryClient.invalidateQueries({ queryKey: imageQueries.all });
      if (running.current === controller) running.current = null;
    }
  }

  function start(files: readonly File[]) {
    const [file, ...others] = files;
    if (!file || running.current) return;
    const problem = others.length > 0 ? 'Upload one file at a time' : validateManagedImage(file);
    if (problem) {
      dispatch({ type: 'fail', fileName: file.name, message: problem, canRetry: false });
      return;
    }
    lastFile.current = file;
    void send(file);
  }

  function retry() {
    if (lastFile.current && !running.current) void send(lastFile.current);
  }

  function cancel() {
    running.current?.abort();
    running.current = null;
    dispatch({ type: 'reset' });
  }

  return { state, start, retry, cancel };
}

/** The toasts of the specification (§8): one for a refusal, one for no proper answer at all. */
function noticeOf(error: unknown): { title: string; description: string } {
  const wasRefused = error instanceof AppError && error.code !== null;
  return wasRefused
    ? { title: 'Upload Failed', description: error.message || 'Upload failed' }
    : { title: 'Upload Error', description: 'Failed to upload image. Please try again.' };
}
