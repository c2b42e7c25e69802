import { endpointUrl, registerRunner } from '@millrace/contract/api';
import { errorCodeHeader } from '@millrace/contract/errors';
import { registerRunner as details } from '@millrace/contract/schemas';
import { parseJson } from '@millrace/node-kit/parse-json';
import { StartError } from '@millrace/node-kit/start-error';
import { hashToken, type StoredCredential, writeCredential } from '../config/credential-file.ts';
import { ServerRefusal } from '../shared/server-refusal.ts';

const timeoutMs = 60_000;

/**
 * Exchanges a one-time token for a credential.
 *
 * @throws StartError if a retry cannot help: the token is not valid, or the server knows no such tokens
 */
export async function register(server: string, token: string): Promise<StoredCredential> {
  const response = await fetch(`${server}${endpointUrl(registerRunner, {})}`, {
    method: registerRunner.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
    // A redirect would send the token to another host.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: Error) => {
    const { cause = error } = error;
    throw new Error(`The server cannot be reached: ${(cause as Error).message}`);
  });
  const { status } = response;
  const text = await response.text();
  if (status === 401) {
    throw new StartError(
      `${server} rejects the one-time token: it has expired, was used or was revoked. Add the runner again.`,
    );
  }
  if (status === 404) {
    throw new StartError(
      `${server} registers no runners. Set MILLRACE_SERVER to a Millrace server.`,
    );
  }
  if (status !== 200) {
    const code = response.headers.get(errorCodeHeader) ?? undefined;
    throw new ServerRefusal(status, text.slice(0, 300), code);
  }
  const answer = details.output && parseJson(details.output, text);
  if (!answer) throw new StartError(`${server} is not a Millrace server.`);
  const { name, credential, labels } = answer;
  return {
    server,
    name,
    credential,
    ...(labels ? { labels } : {}),
    tokenHash: hashToken(token),
  };
}

/** Registers the runner of a data folder, and stores its credential there. */
export async function registerIn(
  dataDir: string,
  server: string,
  token: string,
): Promise<StoredCredential> {
  const credential = await register(server, token);
  await writeCredential(dataDir, credential);
  return credential;
}
