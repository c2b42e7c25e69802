import http from 'node:http';
import { readProxies } from './proxies.ts';
import type { Environment } from './settings/read-settings.ts';

/** Makes this process use the proxies of its environment. */
export function useProxies(env: Environment): void {
  const proxies = readProxies(env);
  // Node before 24.14 has no such function, and calls hosts directly.
  if (proxies) http.setGlobalProxyFromEnv?.({ ...proxies });
}
