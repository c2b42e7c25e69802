import http from 'node:http';
import { StartError } from '@millrace/node-kit/start-error';
import type { Environment } from './read-variable.ts';

/** The proxies that calls to other machines go through, as Node's clients take them. */
export interface ProxySettings {
  http_proxy?: string;
  https_proxy?: string;
  /** Hosts that are asked directly, with commas. */
  no_proxy: string;
}

/** Nobody's proxy knows what these names mean here. */
const thisMachine = ['localhost', '127.0.0.1', '::1', '[::1]'];

/** By the variables that other programs go by too; undefined without any. Throws {@link StartError} naming one that does not fit. */
export function readProxies(env: Environment): ProxySettings | undefined {
  const forHttp = readProxy(env, 'HTTP_PROXY');
  const forHttps = readProxy(env, 'HTTPS_PROXY');
  if (!forHttp && !forHttps) return undefined;
  const others = env.no_proxy || env.NO_PROXY;
  return {
    ...(forHttp ? { http_proxy: forHttp } : {}),
    ...(forHttps ? { https_proxy: forHttps } : {}),
    no_proxy: [...thisMachine, ...(others ? [others] : [])].join(','),
  };
}

/** From now on this process asks other machines through the proxies of its environment. */
export function useProxies(env: Environment): void {
  const proxies = readProxies(env);
  // Node before 24.14 has none of this, and asks directly as before.
  if (proxies) http.setGlobalProxyFromEnv?.({ ...proxies });
}

function readProxy(env: Environment, name: 'HTTP_PROXY' | 'HTTPS_PROXY'): string | undefined {
  const text = env[name.toLowerCase()] || env[name];
  if (!text) return undefined;
  // Other programs take a host and a port alone.
  const address = text.includes('://') ? text : `http://${text}`;
  if (/^https?:$/.test(URL.parse(address)?.protocol ?? '')) return address;
  throw new StartError(`${name} must be the http address of a proxy.`);
}
