import { Component, type ReactNode } from 'react';
import { reportError } from '@/lib/error-reporting';

type LastResortProps = { children: ReactNode };

/** Error boundary for when the app's own error screen fails. It imports nothing that might be the cause. */
export class LastResort extends Component<LastResortProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    reportError(error, { severity: 'critical', context: 'last resort' });
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div role="alert" style={{ maxWidth: '40rem', margin: '20vh auto', padding: '0 1.5rem' }}>
        <h1 style={{ fontSize: '2rem' }}>Something went wrong</h1>
        <p style={{ margin: '1rem 0 1.5rem' }}>The page could not be shown.</p>
        <button
          type="button"
          onClick={() => this.setState({ hasFailed: false })}
          style={{ minHeight: '2.75rem', padding: '0 1.25rem', border: '1px solid currentColor' }}
        >
          Try again
        </button>
      </div>
    );
  }
}
