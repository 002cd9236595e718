import { Component, startTransition, type ReactNode } from 'react';
import { BOUNDARY_BACKOFF_BASE_MS, BOUNDARY_RETRIES } from '@/lib/constants';
import { recommendation, reportError } from '@/lib/error-reporting';
import { messageOf, type ErrorSeverity } from '@/lib/errors';
import { dismiss, notify } from '@/lib/notifications';
import { ErrorFallback, textOf, titles, type ErrorBoundaryLevel } from './error-fallback';

export type ErrorBoundaryProps = {
  level: ErrorBoundaryLevel;
  children: ReactNode;
  /** A change (the page's address, other data) clears the error. */
  resetKey?: unknown;
  /** Called before a retry, to reset what would make the children fail again. */
  onRetry?: () => void;
  /** `onRetry` leads to another resetKey: the children are rendered again with that, not before. */
  isRetriedByKey?: boolean;
  /** Subscribes to the recovery of what failed (the host), which retries; returns the unsubscribe function. */
  subscribeToRecovery?: (retry: () => void) => () => void;
};

type ErrorBoundaryState = {
  /** Wrapped, because anything may be thrown. */
  failure: { error: unknown } | null;
  isRetrying: boolean;
  /** The last retry failed at once with the same error. */
  isStuck: boolean;
  advice: string | null;
  resetKey: unknown;
};

const severities: Record<ErrorBoundaryLevel, ErrorSeverity> = {
  app: 'critical',
  page: 'high',
  async: 'medium',
  component: 'low',
};

const STUCK_WITHIN_MS = 1000;

const noError = { failure: null, isRetrying: false, isStuck: false, advice: null };

/**
 * Shows an error of its children in their place, with a retry. Retries by itself when the connection is
 * back, and on level 'component' also after a delay.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { ...noError, resetKey: this.props.resetKey };

  #lastMessage: string | null = null;
  #retriedAt = -Infinity;
  #automaticRetries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #notice: string | null = null;
  #stopWaiting: (() => void) | undefined;

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { failure: { error }, isRetrying: false };
  }

  static getDerivedStateFromProps(
    { resetKey }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    return Object.is(resetKey, state.resetKey) ? null : { ...noError, resetKey };
  }

  override componentDidMount() {
    window.addEventListener('online', this.#retry);
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.#retry);
    clearTimeout(this.#timer);
    this.#stopWaiting?.();
    this.#dismissNotice();
  }

  override componentDidUpdate(
    before: ErrorBoundaryProps,
    { failure, isRetrying }: ErrorBoundaryState,
  ) {
    const isReset = !Object.is(before.resetKey, this.props.resetKey);
    const isRecovered = failure !== null && this.state.failure === null;
    if (isReset && !isRetrying) {
      this.#forgetRetries();
      this.#lastMessage = null;
    }
    if (isReset || isRecovered) this.#dismissNotice();
  }

  override componentDidCatch(error: unknown) {
    const { level } = this.props;
    reportError(error, { severity: severities[level], context: `${level} boundary` });
    if (level !== 'component') {
      this.#notice ??= notify({
        type: 'error',
        title: titles[level],
        description: textOf(level, error),
      });
    }
    const message = messageOf(error);
    const isStuck = message === this.#lastMessage && Date.now() - this.#retriedAt < STUCK_WITHIN_MS;
    this.#lastMessage = message;
    this.setState({ isStuck, advice: recommendation() });
    if (level === 'component' && !isStuck) this.#retryLater();
    this.#stopWaiting?.();
    this.#stopWaiting = this.props.subscribeToRecovery?.(this.#retry);
  }

  #retry = () => {
    clearTimeout(this.#timer);
    this.#stopWaiting?.();
    if (!this.state.failure) return;
    this.#retriedAt = Date.now();
    this.props.onRetry?.();
    this.setState({ isRetrying: true });
    if (this.props.isRetriedByKey) return;
    // A transition: the fallback stays on screen as 'retrying' while the children suspend.
    startTransition(() => this.setState(noError));
  };

  #retryLater() {
    if (this.#automaticRetries >= BOUNDARY_RETRIES || !navigator.onLine) return;
    // Two children may fail in the same render.
    clearTimeout(this.#timer);
    const delay = BOUNDARY_BACKOFF_BASE_MS * 2 ** this.#automaticRetries;
    this.#timer = setTimeout(() => {
      this.#automaticRetries += 1;
      this.#retry();
    }, delay);
  }

  #handleTryAgain = () => {
    this.#forgetRetries();
    this.#retry();
  };

  override render() {
    const { failure, isRetrying, isStuck, advice } = this.state;
    if (!failure) return this.props.children;
    return (
      <ErrorFallback
        level={this.props.level}
        error={failure.error}
        isRetrying={isRetrying}
        isStuck={isStuck}
        advice={advice}
        onRetry={this.#handleTryAgain}
      />
    );
  }

  #dismissNotice() {
    if (this.#notice !== null) dismiss(this.#notice);
    this.#notice = null;
  }

  #forgetRetries() {
    clearTimeout(this.#timer);
    this.#automaticRetries = 0;
  }
}
