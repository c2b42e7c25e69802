import type { Environment } from './settings/read-settings.ts';
import { StartError } from './start-error.ts';

/** Proxies for calls to other machines, in the format of Node's clients. */
export interface ProxySettings {
  http_proxy?: string;
  https_proxy?: string;
  /** Hosts that are called directly, separated by commas. */
  no_proxy: string;
}

/** Names of this machine, which a proxy would resolve to itself. */
const thisMachine = ['localhost', '127.0.0.1', '::1', '[::1]'];

/**
 * Reads the proxy variables that other programs also use. Returns undefined if there are none. Throws {@link
 * StartError} with the name of an invalid variable.
 */
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

function readProxy(env: Environment, name: 'HTTP_PROXY' | 'HTTPS_PROXY'): string | undefined {
  const text = env[name.toLowerCase()] || env[name];
  if (!text) return undefined;
  // Other programs also accept a host and port without a scheme.
  const address = text.includes('://') ? text : `http://${text}`;
  if (/^https?:$/.test(URL.parse(address)?.protocol ?? '')) return address;
  throw new StartError(`${name} must be the http address of a proxy.`);
}
