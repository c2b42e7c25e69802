import { once } from 'node:events';
import { type ClientRequestArgs, type IncomingMessage, request } from 'node:http';
import { request as requestTls } from 'node:https';
import { TLSSocket } from 'node:tls';

/** Sends a GET request on a new connection, without verifying the certificate. Resolves with the head. */
export async function getWithoutTrust(
  url: string,
  options: Pick<ClientRequestArgs, 'headers' | 'method'> = {},
): Promise<IncomingMessage> {
  const all = { ...options, agent: false as const, rejectUnauthorized: false };
  const call = url.startsWith('https:') ? requestTls(url, all) : request(url, all);
  call.end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  return response;
}

/** Returns the fingerprint of the certificate that a server presents to a new connection. */
export async function readFingerprint(url: string): Promise<string> {
  const response = await getWithoutTrust(`${url}/healthz`);
  const { socket } = response;
  if (!(socket instanceof TLSSocket)) throw new Error(`${url} does not use TLS`);
  const { fingerprint256 } = socket.getPeerCertificate();
  response.destroy();
  return fingerprint256;
}
