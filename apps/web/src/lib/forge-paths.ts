import { encodePath } from '@millrace/contract/encode-path';

/** Pages of the forge. The server redirects to them, so the browser must load them. */
export const forgePaths = {
  commit: (slug: string, sha: string) => `/link/${encodePath(slug)}/commit/${sha}`,
  tree: (slug: string, ref: string) => `/link/${encodePath(slug)}/tree/${encodePath(ref)}`,
} as const;
