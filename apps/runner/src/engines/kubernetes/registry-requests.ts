import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { ClosedNetworks, closedNetworksOf } from '@millrace/node-kit/closed-networks';

/** Maximum size of a manifest, a configuration or a token. Registries accept manifests of 4 MB. */
const maxBytes = 4 * 1024 * 1024;
const maxRedirects = 5;
const timeoutMs = 30_000;
const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Returns the addresses of a host name. */
export type Resolve = (host: string) => Promise<string[]>;

export interface RegistryAnswer {
  status: number;
  statusText: string;
  headers: Headers;
  text: string;
}

/**
 * Sends requests for one registry: to the registry, and to the addresses that it names in challenges and redirects.
 * The host of a registry comes from a pipeline file, so its answers are not trusted.
 */
export class RegistryRequests {
  /** Address of the registry's API. */
  readonly base: URL;
  private readonly resolve: Resolve;
  private closed: Promise<ClosedNetworks> | undefined;

  constructor(host: string, resolve: Resolve = resolveHost) {
    const { hostname } = new URL(`https://${host}`);
    this.base = new URL(`${loopbackHost.test(hostname) ? 'http' : 'https'}://${host}/v2/`);
    this.resolve = resolve;
  }

  /**
   * Sends a GET request. `authorization` is sent to this host alone, not to hosts that it redirects to.
   *
   * @throws Error if an address is not allowed, or the answer is too large
   */
  async get(
    address: URL,
    headers: Record<string, string>,
    authorization: string | undefined,
    signal: AbortSignal,
  ): Promise<RegistryAnswer> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    let url = address;
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      await this.requireAllowed(url);
      const isSameHost = url.origin === address.origin;
      const response = await fetch(url, {
        headers: { ...headers, ...(authorization && isSameHost ? { authorization } : {}) },
        redirect: 'manual',
        signal: limited,
      });
      const { status, statusText } = response;
      if (!redirectStatuses.has(status)) {
        return { status, statusText, headers: response.headers, text: await readWithin(response) };
      }
      await response.body?.cancel();
      url = new URL(response.headers.get('location') ?? '', url);
    }
    throw new Error(`${address.host} redirects too often`);
  }

  /** Returns whether a host may get the login of the registry: it is the same host, or of the same domain. */
  isOwnHost({ hostname }: URL): boolean {
    const own = this.base.hostname;
    if (hostname === own) return true;
    const [, ...domain] = own.split('.');
    if (domain.length < 2 || isIP(own.replace(/^\[|\]$/g, ''))) return false;
    const parent = domain.join('.');
    return hostname === parent || hostname.endsWith(`.${parent}`);
  }

  private async requireAllowed({ protocol, hostname, username, password, host }: URL) {
    const isPlain =
      protocol === 'http:' && this.base.protocol === 'http:' && loopbackHost.test(hostname);
    if (protocol !== 'https:' && !isPlain) {
      throw new Error(`${host} is not called without https`);
    }
    if (username || password) throw new Error(`the address of ${host} holds credentials`);
    if (hostname === this.base.hostname) return;
    this.closed ??= this.findClosed();
    const closed = await this.closed;
    const addresses = await this.resolve(hostname);
    const isClosed = (address: string) =>
      closed.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
    if (addresses.some(isClosed)) throw new Error(`${host} is not on the open internet`);
  }

  /** A registry in a closed network may name other hosts of this network. */
  private async findClosed(): Promise<ClosedNetworks> {
    const addresses = await this.resolve(this.base.hostname);
    return new ClosedNetworks(addresses.flatMap(closedNetworksOf));
  }
}

/** An unknown name has no address: the request fails, unless a proxy knows the name. */
async function resolveHost(host: string): Promise<string[]> {
  const name = host.replace(/^\[|\]$/g, '');
  const found = await lookup(name, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}

async function readWithin(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) throw new Error(`it answers more than ${maxBytes / 1024 / 1024} MB`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
