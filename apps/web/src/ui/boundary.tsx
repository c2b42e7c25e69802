import { Component, type ReactNode } from 'react';
import { logError } from '../lib/log-error.ts';

interface BoundaryProps {
  fallback: ReactNode;
  children: ReactNode;
}

/** Shows something else in the place of what cannot be drawn. */
export class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    logError(error);
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
