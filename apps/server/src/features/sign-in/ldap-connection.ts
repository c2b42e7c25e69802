import { connect, isIP, type Socket } from 'node:net';
import { Client } from 'ldapts';
import type { LdapSettings } from '../../config/ldap-settings.ts';

type Settings = Pick<LdapSettings, 'url' | 'usesStartTls' | 'ca' | 'timeoutMs'>;

/** Calls the directory on an encrypted connection that is closed afterwards, within a time limit. */
export async function withConnection<Result>(
  settings: Settings,
  ask: (client: Client) => Promise<Result>,
): Promise<Result> {
  const { timeoutMs, usesStartTls } = settings;
  const { client, close } = openClient(settings);
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`The directory did not answer within ${timeoutMs / 1000} s`)),
    timeoutMs,
  );
  const run = async () => {
    if (usesStartTls) await client.startTLS(tlsOptions(settings));
    return ask(client);
  };
  try {
    const answer = run();
    // After the time limit, nobody waits for its error.
    answer.catch(() => {});
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
    close();
  }
}

function openClient(settings: Settings): { client: Client; close: () => void } {
  const { url, ca, timeoutMs } = settings;
  const isEncrypted = url.startsWith('ldaps:');
  let socket: Socket | undefined;
  const client = new Client({
    url,
    timeout: timeoutMs,
    connectTimeout: timeoutMs,
    ...(isEncrypted && ca ? { tlsOptions: { ca } } : {}),
    createConnection: new Proxy(connect, {
      apply: (open, self, target) => {
        // The client would connect again, without encryption, and send the next password.
        if (socket) throw new Error('The directory closed the connection');
        const opened: Socket = Reflect.apply(open, self, target);
        socket = opened;
        return opened;
      },
    }),
  });
  const close = () => {
    client.unbind().catch(() => {});
    socket?.destroy();
  };
  return { client, close };
}

function tlsOptions({ url, ca }: Settings) {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return { host, ...(isIP(host) ? {} : { servername: host }), ...(ca ? { ca } : {}) };
}
