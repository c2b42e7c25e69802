import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import { readEnvironment } from '@millrace/node-kit/environment';
import { errorMessage } from '@millrace/node-kit/error-message';
import { type Environment, readSetting } from '@millrace/node-kit/settings/read-settings';
import { StartError } from '@millrace/node-kit/start-error';
import { serverSettings } from '../config/server-settings.ts';
import { readTlsSettings, type TlsSettings } from '../config/tls-settings.ts';

const timeoutMs = 4000;
/** Values of the host for which the server listens on all addresses, including 127.0.0.1. */
const everywhere = new Set(['0.0.0.0', '::']);

/**
 * `millrace health`: exits with 0 if the server on this machine is healthy, or the runner, if
 * `MILLRACE_SERVER` is set.
 */
export async function health(): Promise<number> {
  const env = readEnvironment();
  const problem = env.MILLRACE_SERVER ? await findRunnerProblem(env) : await findServerProblem(env);
  if (problem) throw new StartError(problem);
  return 0;
}

async function findRunnerProblem(env: Environment): Promise<string | undefined> {
  const { checkRunner } = await import('@millrace/runner/command');
  return checkRunner(env);
}

async function findServerProblem(env: Environment): Promise<string | undefined> {
  const host = readSetting(env, serverSettings.host);
  const address = everywhere.has(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  const port = readSetting(env, { ...serverSettings.port, min: 1 });
  const url = `${originOf(address, port, readTlsSettings(env))}/healthz`;
  try {
    const status = await getStatus(url);
    return status === 200 ? undefined : `${url} answers ${status}.`;
  } catch (error) {
    return `${url} does not answer: ${errorMessage(error)}`;
  }
}

function originOf(address: string, port: number, tls: TlsSettings | null): string {
  // The server is healthy before an authority has issued the first certificate.
  if (tls?.source.kind === 'acme') return `http://${address}:${tls.httpPort}`;
  return `${tls ? 'https' : 'http'}://${address}:${port}`;
}

/** Returns the status of a response. The certificate is not verified: it is for another name than this address. */
function getStatus(url: string): Promise<number | undefined> {
  const options = { signal: AbortSignal.timeout(timeoutMs), rejectUnauthorized: false };
  const get = url.startsWith('https:') ? getHttps : getHttp;
  return new Promise((resolve, reject) => {
    get(url, options, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).once('error', reject);
  });
}
