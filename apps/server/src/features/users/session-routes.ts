import { loginForm, sessionCookie } from '@millrace/contract/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callSource } from '../../http/call-source.ts';
import type { WebFiles } from '../../http/web-files.ts';
import { TooManyError } from '../../shared/errors.ts';
import { type SessionStore, sessionLifeSec } from './session-store.ts';
import type { SignInGuard } from './sign-in-guard.ts';
import type { UserService } from './user-service.ts';

interface Parts {
  users: UserService;
  sessions: SessionStore;
  signInGuard: SignInGuard;
  web: WebFiles | null;
  /** True where the public address is https, so the cookie is for https alone. */
  isSecure: boolean;
  publicUrl: () => string;
}

/** Sign-in and sign-out: plain forms and links, no script needed. */
export function registerSessionRoutes(app: FastifyInstance, parts: Parts): void {
  app.get('/login', (request, reply) => {
    const { return_to: wanted } = request.query as { return_to?: string };
    const path = pathOfOurs(wanted);
    const query = path === '/' ? '' : `?return_to=${encodeURIComponent(path)}`;
    return reply.redirect(`/login/form${query}`, 303);
  });

  const isForeign = (request: FastifyRequest) =>
    callSource(request, parts.publicUrl()) === 'foreign';

  app.post('/login', async (request, reply) => {
    if (isForeign(request)) return refuse(reply, 'The sign-in came from another site');
    const form = loginForm.safeParse(request.body);
    const username = form.data?.username.trim();
    const password = form.data?.password.trim();
    if (!username || !password) return refuse(reply, 'Username and password are required');
    const user = await parts.signInGuard
      .check(username, request.ip, () => parts.users.checkPassword(username, password, request.ip))
      .catch(asTooMany);
    if (user instanceof TooManyError) return askToWait(reply, user);
    if (!user) return refuse(reply, 'Invalid username or password');
    if (user.machine) return refuse(reply, 'Machine account login is forbidden');
    if (!user.active) return refuse(reply, 'Account is not active');
    await parts.users.recordLogin(user);
    reply.setCookie(sessionCookie, await parts.sessions.create(user.id), {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: parts.isSecure,
      maxAge: sessionLifeSec,
    });
    return reply.redirect(pathOfOurs(form.data?.return_to), 303);
  });

  const logOut = async (request: FastifyRequest, reply: FastifyReply) => {
    // A link or a picture elsewhere must not end anybody's session.
    if (isForeign(request)) return reply.redirect('/', 303);
    const id = request.cookies[sessionCookie];
    if (id) await parts.sessions.end(id);
    reply.clearCookie(sessionCookie, { path: '/' });
    return parts.web ? parts.web.sendPage(reply) : reply.code(204).send();
  };
  app.get('/logout', logOut);
  app.post('/logout', logOut);
}

function asTooMany(error: unknown): TooManyError {
  if (error instanceof TooManyError) return error;
  throw error;
}

function refuse(reply: FastifyReply, message: string): FastifyReply {
  return reply.redirect(errorPage(message), 303);
}

/** Programs see the status; browsers, which stay on such an answer, are led to the page. */
function askToWait(reply: FastifyReply, { message, retryAfterSec }: TooManyError): FastifyReply {
  return reply
    .code(429)
    .header('retry-after', String(retryAfterSec))
    .header('refresh', `0; url=${errorPage(message)}`)
    .type('text/plain; charset=utf-8')
    .send(`${message}\n`);
}

function errorPage(message: string): string {
  return `/login/error?message=${encodeURIComponent(message)}`;
}

/** Only a path on this server, as a header can hold it: `//host` and `/\\host` would leave it. */
function pathOfOurs(path: string | undefined): string {
  if (!path || !/^\/(?![/\\])[^\s\\]*$/.test(path)) return '/';
  const { pathname, search, hash } = new URL(path, 'http://here');
  return pathname + search + hash;
}
