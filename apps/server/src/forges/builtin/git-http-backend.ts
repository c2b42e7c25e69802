import { execa } from 'execa';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface GitRequest {
  projectRoot: string;
  /** Path below the project root: `/octo/hello.git/info/refs`. */
  path: string;
  /** The authenticated login, empty for a guest. */
  user: string;
  /** More variables for the hooks. */
  env: Record<string, string>;
}

const headEnd = Buffer.from('\r\n\r\n');

/**
 * Lets the real `git http-backend` answer, through CGI. Resolves once it has ended and its answer
 * is written; the caller ends the reply, so that what a push started is there when git returns.
 */
export async function serveGit(
  request: FastifyRequest,
  reply: FastifyReply,
  git: GitRequest,
): Promise<void> {
  reply.hijack();
  const backend = execa('git', ['http-backend'], {
    env: cgiVariables(request, git),
    stdout: 'pipe',
    stderr: 'ignore',
    buffer: false,
    reject: false,
  });
  request.raw.pipe(backend.stdin);
  // git may end before it has read all, as when it refuses a push.
  backend.stdin.on('error', () => request.raw.unpipe(backend.stdin));
  reply.raw.on('close', () => backend.stdout.destroy());
  await forwardCgi(backend.stdout, reply);
  await backend;
}

function cgiVariables(request: FastifyRequest, git: GitRequest): Record<string, string> {
  const { headers } = request;
  const optional = {
    CONTENT_LENGTH: headers['content-length'],
    HTTP_CONTENT_ENCODING: headers['content-encoding'],
    GIT_PROTOCOL: headers['git-protocol'],
  };
  return {
    GIT_PROJECT_ROOT: git.projectRoot,
    GIT_HTTP_EXPORT_ALL: '1',
    PATH_INFO: git.path,
    REQUEST_METHOD: request.method,
    QUERY_STRING: request.url.split('?')[1] ?? '',
    CONTENT_TYPE: headers['content-type'] ?? '',
    REMOTE_USER: git.user,
    REMOTE_ADDR: request.ip,
    ...Object.fromEntries(
      Object.entries(optional).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
    ),
    ...git.env,
  };
}

async function forwardCgi(output: NodeJS.ReadableStream, reply: FastifyReply): Promise<void> {
  let head = Buffer.alloc(0);
  let isHeadSent = false;
  try {
    for await (const chunk of output) {
      const bytes = Buffer.from(chunk);
      if (isHeadSent) {
        if (!reply.raw.write(bytes)) await drained(reply);
        continue;
      }
      head = Buffer.concat([head, bytes]);
      const end = head.indexOf(headEnd);
      if (end < 0) continue;
      writeHead(reply, head.subarray(0, end).toString('latin1'));
      reply.raw.write(head.subarray(end + headEnd.length));
      isHeadSent = true;
    }
  } catch (error) {
    if (!reply.raw.destroyed) throw error;
  }
  if (!isHeadSent && !reply.raw.headersSent) reply.raw.writeHead(500);
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
  });
}
