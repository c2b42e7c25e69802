import { once } from 'node:events';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { readServer, readToken } from './call-server.ts';
import { readWorkingTree } from './exec/working-tree.ts';
import { createMcpServer } from './mcp/create-mcp-server.ts';
import { readArgs } from './read-args.ts';

const usage = 'Usage: millrace mcp [--repo NAME] [--server URL] [--read-only]';

/** `millrace mcp`: offers a server to programs that speak the Model Context Protocol, until standard input ends. */
export async function mcp(args: readonly string[]): Promise<number> {
  const { values } = readArgs(
    args,
    0,
    { repo: { type: 'string' }, server: { type: 'string' }, 'read-only': { type: 'boolean' } },
    usage,
  );
  const server = readServer(values.server);
  readToken(server);
  const repo = values.repo ?? (await readWorkingTree(process.cwd())).remote.slug;
  const isReadOnly = values['read-only'] === true;
  const ended = once(process.stdin, 'close');
  const handle = serveStdio(() => createMcpServer({ server, repo, isReadOnly }), {
    onerror: (error) => process.stderr.write(`${error.message}\n`),
  });
  await ended;
  await handle.close();
  return 0;
}
