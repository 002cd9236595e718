/** The bar stops here until the server confirms that the file is stored. */
export const PROGRESS_HELD_AT = 90;
export const PROGRESS_STEP = 10;
export const PROGRESS_STEP_MS = 100;
export const PROGRESS_RESET_MS = 1000;

export type UploadState =
  | { status: 'idle' }
  | {
      status: 'uploading';
      fileName: string;
      percent: number;
      /** Share of the bytes sent, 0 to 1; null while not known: the bar then advances with time. */
      sent: number | null;
    }
  | { status: 'done'; fileName: string; percent: 100 }
  | { status: 'failed'; fileName: string; message: string; canRetry: boolean };

export type UploadAction =
  | { type: 'start'; fileName: string }
  | { type: 'bytes'; sent: number | null }
  | { type: 'tick' }
  | { type: 'answered' }
  | { type: 'fail'; fileName: string; message: string; canRetry: boolean }
  | { type: 'reset' };

export const idleUpload: UploadState = { status: 'idle' };

/** The percentage after one tick: at most one step more, never less, never beyond the bytes sent. */
export function nextPercent(percent: number, sent: number | null): number {
  // The tolerance is for fractions such as 7/9, which floating point rounds down.
  const reached = Math.floor((sent ?? 1) * (PROGRESS_HELD_AT / PROGRESS_STEP) + 0.0005);
  const target = Math.min(reached * PROGRESS_STEP, PROGRESS_HELD_AT);
  return Math.max(percent, Math.min(percent + PROGRESS_STEP, target));
}

/** Idle, uploading, done. The caller sends `tick` every PROGRESS_STEP_MS. */
export function uploadReducer(state: UploadState, action: UploadAction): UploadState {
  if (action.type === 'reset') return idleUpload;
  if (action.type === 'start') {
    return { status: 'uploading', fileName: action.fileName, percent: 0, sent: 0 };
  }
  if (action.type === 'fail') {
    const { fileName, message, canRetry } = action;
    return { status: 'failed', fileName, message, canRetry };
  }
  if (state.status !== 'uploading') return state;
  switch (action.type) {
    case 'bytes':
      return { ...state, sent: action.sent };
    case 'tick': {
      const percent = nextPercent(state.percent, state.sent);
      return percent === state.percent ? state : { ...state, percent };
    }
    case 'answered':
      return { status: 'done', fileName: state.fileName, percent: 100 };
  }
}
