import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GitLimits } from '../../config/git-limits.ts';
import { GitBody, type GitRefusal } from './git-body.ts';
import { GitProcess } from './git-process.ts';
import { GitWatch } from './git-watch.ts';
import { PushReport } from './push-report.ts';

export interface GitRequest {
  projectRoot: string;
  /** Path below the project root: `/octo/hello.git/info/refs`. */
  path: string;
  /** The authenticated login, empty for a guest. */
  user: string;
  /** Additional variables for the hooks. */
  env: Record<string, string>;
  /** Whether the body contains a push. */
  isPush: boolean;
  limits: GitLimits;
  stopping: AbortSignal;
}

const headEnd = Buffer.from('\r\n\r\n');

/**
 * Runs the real `git http-backend` through CGI. Resolves once it has exited and its response is written, for a
 * push except for its end. The caller ends the reply, so that everything started by a push exists when the
 * client's git returns.
 */
export async function serveGit(
  request: FastifyRequest,
  reply: FastifyReply,
  { isPush, limits, stopping, ...cgi }: GitRequest,
): Promise<PushReport | null> {
  const git = new GitProcess(cgiVariables(request, cgi));
  const body = new GitBody(request, isPush, git.stdin, () => void git.end());
  const watch = new GitWatch({ git, request, reply, isPush, limits, stopping });
  const report = isPush ? new PushReport() : null;
  try {
    await forwardCgi(git.stdout, reply, { watch, body, report });
    await git.ended();
  } finally {
    watch.dispose();
  }
  // The client must not mistake a truncated response for a complete one.
  if (watch.wasEnded) reply.raw.destroy();
  else if (!reply.raw.headersSent) writeRefusal(reply, body.refusal);
  return report;
}

function writeRefusal(reply: FastifyReply, refusal: GitRefusal | null): void {
  if (!refusal) reply.raw.writeHead(500);
  else {
    reply.raw.writeHead(refusal.status, { 'content-type': 'text/plain; charset=utf-8' });
    reply.raw.write(`${refusal.message}\n`);
  }
}

/**
 * Omits the content length, so that git exits if the server dies. With a length, git would treat a truncated
 * body as complete.
 */
function cgiVariables(
  request: FastifyRequest,
  cgi: Pick<GitRequest, 'projectRoot' | 'path' | 'user' | 'env'>,
): Record<string, string> {
  const { headers } = request;
  const protocol = headers['git-protocol'];
  return {
    GIT_PROJECT_ROOT: cgi.projectRoot,
    GIT_HTTP_EXPORT_ALL: '1',
    PATH_INFO: cgi.path,
    REQUEST_METHOD: request.method,
    QUERY_STRING: request.url.split('?')[1] ?? '',
    CONTENT_TYPE: headers['content-type'] ?? '',
    REMOTE_USER: cgi.user,
    REMOTE_ADDR: request.ip,
    ...(protocol ? { GIT_PROTOCOL: String(protocol) } : {}),
    ...cgi.env,
  };
}

/** Reads all output of git, even after the client has disconnected, so that a push can finish. */
async function forwardCgi(
  output: NodeJS.ReadableStream,
  reply: FastifyReply,
  { watch, body, report }: { watch: GitWatch; body: GitBody; report: PushReport | null },
): Promise<void> {
  let head = Buffer.alloc(0);
  let isHeadSent = false;
  const write = async (output: Uint8Array) => {
    const bytes = report ? report.forward(output) : output;
    if (reply.raw.destroyed || bytes.length === 0 || reply.raw.write(bytes)) return;
    watch.waitForClient();
    await drained(reply);
    watch.clientTook();
  };
  for await (const chunk of output) {
    const bytes = Buffer.from(chunk);
    if (isHeadSent) {
      await write(bytes);
      continue;
    }
    head = Buffer.concat([head, bytes]);
    const end = head.indexOf(headEnd);
    if (end < 0) continue;
    // git reports success before it has read the body.
    await body.checked;
    if (body.refusal) continue;
    if (!reply.raw.destroyed) writeHead(reply, head.subarray(0, end).toString('latin1'));
    isHeadSent = true;
    await write(head.subarray(end + headEnd.length));
  }
}

function writeHead(reply: FastifyReply, head: string): void {
  let status = 200;
  const headers: Record<string, string> = {};
  for (const line of head.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1).trim();
    if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10);
    else headers[name] = value;
  }
  reply.raw.writeHead(status, headers);
}

function drained(reply: FastifyReply): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      reply.raw.off('drain', done).off('close', done);
      resolve();
    };
    reply.raw.on('drain', done).on('close', done);
    if (reply.raw.destroyed) done();
  });
}
