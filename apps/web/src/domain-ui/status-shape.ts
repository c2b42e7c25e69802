import type { DisplayStatus } from '@millrace/contract/vocabulary';

export type StatusShape = 'check' | 'cross' | 'dash' | 'spinner' | 'minus';

/** Which shape tells a status apart without its colour. */
export const statusShape: Record<DisplayStatus, StatusShape> = {
  success: 'check',
  failure: 'cross',
  error: 'cross',
  killed: 'dash',
  declined: 'dash',
  skipped: 'dash',
  running: 'spinner',
  pending: 'spinner',
  waiting_on_dependencies: 'spinner',
  blocked: 'spinner',
  inactive: 'minus',
};
