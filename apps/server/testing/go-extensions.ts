import { findFreePort } from '@millrace/test-support/free-port';
import { execa } from 'execa';
import { type ExtensionMessage, extensionSecret } from './extension-server.ts';

/** A program with one extension of each kind, on the library for extensions of existing servers. */
export const extensionsProgram = process.env.MILLRACE_TEST_EXTENSIONS;

const paths = [
  'config',
  'convert',
  'validate',
  'admission',
  'env',
  'registry',
  'secret',
  'webhook',
];

export interface GoExtensions {
  /** Settings of a server that uses all of them. */
  env: Record<string, string>;
  /** Webhooks that it has received. */
  webhooks: ExtensionMessage[];
  stop(): Promise<void>;
}

export async function startGoExtensions(): Promise<GoExtensions> {
  const port = await findFreePort();
  const running = execa(extensionsProgram ?? '', [], {
    env: { PORT: String(port), SECRET: extensionSecret },
    reject: false,
  });
  const webhooks: ExtensionMessage[] = [];
  void (async () => {
    for await (const line of running) webhooks.push(JSON.parse(line));
  })();
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  const ended = running.then(({ stderr }) => Promise.reject(new Error(stderr)));
  ended.catch(() => {});
  while (!(await Promise.race([isReady(), ended])));
  const settings = paths.flatMap((path) => {
    const prefix = `MILLRACE_${path.toUpperCase()}_PLUGIN_`;
    return [
      [`${prefix}ENDPOINT`, `${url}/${path}`],
      [`${prefix}SECRET`, extensionSecret],
    ];
  });
  return {
    env: Object.fromEntries(settings),
    webhooks,
    stop: async () => {
      running.kill();
      await running;
    },
  };
}
