import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { readToken } from '../command-line/call-server.ts';
import { readArgs } from '../command-line/read-args.ts';
import { readServer } from '../command-line/read-server.ts';
import { findRemoteSlug } from '../command-line/read-slug.ts';
import { AnsweringTransport } from './mcp/answering-transport.ts';
import { createMcpServer } from './mcp/create-mcp-server.ts';

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
  const repo = values.repo ?? (await findRemoteSlug());
  const isReadOnly = values['read-only'] === true;
  const transport = new AnsweringTransport(process.stdin, process.stdout);
  const handle = serveStdio(() => createMcpServer({ server, repo, isReadOnly }), {
    transport,
    onerror: (error) => process.stderr.write(`${error.message}\n`),
  });
  await transport.closed;
  await handle.close();
  return 0;
}
