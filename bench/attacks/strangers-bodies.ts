import { request } from 'node:http';
import { findFreePort } from '@millrace/test-support/free-port';
import { type Attack, countOutcomes } from '../support/attack.ts';
import type { AttackedServer } from '../support/attacked-server.ts';

const hookBody = Buffer.from(
  `{"commits":[${'{"a":[1,2,{}]},'.repeat(550_000)}0],"repository":{"id":1}}`,
);
const apiBody = Buffer.from(`{"name":"a","data":[${'[],'.repeat(340_000)}0]}`);

/** Sends the whole body, even if the server responds earlier. Resolves with the status. */
function send(url: string, body: Buffer, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve) => {
    const call = request(url, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', 'content-length': body.length, ...headers },
    });
    call.on('response', (answer) => {
      answer.resume();
      resolve(String(answer.statusCode));
    });
    call.on('error', () => resolve('cut off'));
    call.end(body);
  });
}

async function sendAll(server: AttackedServer, count: number, path: string, body: Buffer) {
  const headers = { 'x-gitea-event': 'push', 'x-gitea-signature': '0'.repeat(64) };
  const calls = Array.from({ length: count }, (_, at) =>
    send(server.url + path, body, { ...headers, 'x-forwarded-for': `10.0.0.${at}` }),
  );
  return countOutcomes(await Promise.all(calls));
}

const settings = async () => {
  const port = await findFreePort();
  return {
    MILLRACE_FORGE: 'gitea',
    MILLRACE_FORGE_URL: 'http://127.0.0.1:1',
    MILLRACE_FORGE_CLIENT_ID: 'a',
    MILLRACE_FORGE_CLIENT_SECRET: 'b',
    MILLRACE_URL: `http://127.0.0.1:${port}`,
    MILLRACE_PORT: String(port),
    MILLRACE_TRUSTED_PROXIES: '127.0.0.1',
  };
};

export const hookBodies: Attack = {
  name: '20 bodies of 8 MB to /hook',
  settings,
  prepare: async (server) => () => sendAll(server, 20, '/hook', hookBody),
};

export const apiBodies: Attack = {
  name: '50 bodies of 1 MB to the API',
  settings,
  prepare: async (server) => () => sendAll(server, 50, '/api/repos/admin/a/secrets', apiBody),
};
