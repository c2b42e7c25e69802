import { encodePath } from '@millrace/contract/encode-path';
import { servedConfig } from './page-config.ts';

/** Pages of the forge. The server redirects to them, so the browser must load them. */
export const forgePaths = {
  commit: (slug: string, sha: string) => `/link/${encodePath(slug)}/commit/${sha}`,
  tree: (slug: string, ref: string) => `/link/${encodePath(slug)}/tree/${encodePath(ref)}`,
  file: (slug: string, sha: string, { path, line }: { path: string; line: number }) =>
    `/link/${encodePath(slug)}/file/${sha}/${encodePath(path)}?line=${line}`,
} as const;

/** Servers without page config, such as Drone, always have a forge with web pages. */
export const hasForgePages = servedConfig ? servedConfig.forgePages === true : true;
