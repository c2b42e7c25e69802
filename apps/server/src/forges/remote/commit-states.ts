import type { Status } from '@millrace/contract/vocabulary';

/** State names of commit statuses on GitHub and Gitea. */
export const commitStates: Record<Status, 'pending' | 'success' | 'failure' | 'error'> = {
  pending: 'pending',
  waiting_on_dependencies: 'pending',
  blocked: 'pending',
  running: 'pending',
  success: 'success',
  // A superseded build. As a success, it would let the forge merge a commit that was never built.
  skipped: 'error',
  failure: 'failure',
  declined: 'failure',
  killed: 'error',
  error: 'error',
};
