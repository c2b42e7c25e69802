import { type ClientRequest, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type BlockList, connect, isIP, type LookupFunction } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** Limits of the connections to an address that a user gave. */
export interface Guard {
  /** Addresses that are never connected to, under any host name or redirect. */
  closed: BlockList;
  lookup?: LookupFunction | undefined;
}

interface RequestOptions {
  method?: 'POST';
  signal: AbortSignal;
  headers: Record<string, string>;
}

/** Creates a request that connects only to allowed addresses. */
export function createGuardedRequest(
  url: URL,
  guard: Guard,
  options: RequestOptions,
): ClientRequest {
  const isTls = url.protocol === 'https:';
  const defaultPort = isTls ? 443 : 80;
  return (isTls ? httpsRequest : httpRequest)(url, {
    ...options,
    defaultPort,
    createConnection: () => open(url, defaultPort, guard),
  });
}

/** Opens the socket itself: with TLS, Node checks the block list only for sockets that it opens. */
function open(url: URL, defaultPort: number, { closed, lookup }: Guard) {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || defaultPort;
  const socket = connect({ host, port, blockList: closed, ...(lookup ? { lookup } : {}) });
  if (url.protocol === 'http:') return socket;
  return connectTls({ socket, ...(isIP(host) ? {} : { servername: host }) });
}

/** Returns whether the guard refused a connection. Node reports an error for each address of a name. */
export function isBlocked(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isBlocked);
  return error instanceof Error && 'code' in error && error.code === 'ERR_IP_BLOCKED';
}
