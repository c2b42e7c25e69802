import type { ShownStatus } from './shown-status.ts';

export type StatusShape = 'check' | 'cross' | 'dash' | 'spinner' | 'minus' | 'mark' | 'start';

/** Shape of each status, to distinguish them without colours. */
export const statusShape: Record<ShownStatus, StatusShape> = {
  success: 'check',
  failure: 'cross',
  error: 'cross',
  allowed_failure: 'mark',
  warned: 'mark',
  killed: 'dash',
  declined: 'dash',
  skipped: 'dash',
  running: 'spinner',
  pending: 'spinner',
  waiting_on_dependencies: 'spinner',
  blocked: 'spinner',
  approval: 'mark',
  manual: 'start',
  inactive: 'minus',
};
