import http from 'node:http';
import type { Environment } from '@millrace/node-kit/settings/read-settings';
import { readProxies } from './proxies.ts';

/** Makes this process use the proxies of its environment. */
export function useProxies(env: Environment): void {
  const proxies = readProxies(env);
  // Node before 24.14 has no such function, and calls hosts directly.
  if (proxies) http.setGlobalProxyFromEnv?.({ ...proxies });
}
