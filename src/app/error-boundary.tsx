import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';

type ErrorBoundaryProps = {
  children: ReactNode;
  /** A change (the page's address) clears the error. */
  resetKey?: string;
};
type ErrorBoundaryState = { error: Error | null; resetKey: string | undefined };

/** Keeps an error in a page from taking the whole screen: what happened, and a way to try again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: Error): Partial<ErrorBoundaryState> {
    return { error };
  }

  static getDerivedStateFromProps(
    props: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    return props.resetKey === state.resetKey ? null : { error: null, resetKey: props.resetKey };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error('A page failed to render', error, info.componentStack);
  }

  override render() {
    if (!this.state.error) return this.props.children;
    return (
      <div className="mx-auto max-w-content px-gutter py-section">
        <Alert
          kind="danger"
          title="Something went wrong"
          action={<Button onClick={() => this.setState({ error: null })}>Try again</Button>}
        >
          This page encountered an error while loading.
        </Alert>
      </div>
    );
  }
}
