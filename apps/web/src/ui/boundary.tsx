import { Component, type ReactNode } from 'react';
import { logError } from '../lib/log-error.ts';

interface BoundaryProps {
  fallback: ReactNode;
  /** A new value resets the error and renders the children again. */
  resetKey?: string;
  children: ReactNode;
}

/** Shows a fallback if its children cannot be rendered. */
export class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    logError(error);
  }

  override componentDidUpdate({ resetKey }: BoundaryProps) {
    if (this.state.hasFailed && resetKey !== this.props.resetKey)
      this.setState({ hasFailed: false });
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
