import { isForAuditors, type ScopedEndpoint } from '@millrace/contract/api';
import type { Viewer } from '../domain/user.ts';

/** Returns whether an account may make a call because it is an auditor, whatever else it may do. */
export function mayAudit(viewer: Viewer | null, endpoint: ScopedEndpoint): boolean {
  return viewer?.auditor === true && isForAuditors(endpoint);
}
