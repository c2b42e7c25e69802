import { loginForm, sessionCookie } from '@millrace/contract/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type SessionStore, sessionLifeSec } from '../../accounts/session-store.ts';
import type { SignInGuard } from '../../accounts/sign-in-guard.ts';
import type { UserService } from '../../accounts/user-service.ts';
import type { AuditLog } from '../../audit/audit-log.ts';
import type { User } from '../../domain/user.ts';
import { callSource } from '../../http/call-source.ts';
import type { WebFiles } from '../../http/web-files.ts';
import { AppError, TooManyError } from '../../shared/errors.ts';
import { type ForgeSignIn, signInLifeSec } from './forge-sign-in.ts';

interface Deps {
  users: UserService;
  sessions: SessionStore;
  signInGuard: SignInGuard;
  /** Null if users sign in only with a password. */
  forgeSignIn: ForgeSignIn | null;
  /** True if accounts with a password may sign in with it. */
  hasPasswords: boolean;
  onSignedIn: (user: User) => void;
  web: WebFiles | null;
  /** True if the public URL is https. The session cookie is then sent over https only. */
  isSecure: boolean;
  publicUrl: () => string;
  audit: AuditLog;
}

/** Limited because no credentials are needed to submit a form. */
const maxFormBytes = 16 * 1024;

/** Sign-in and sign-out with plain forms and links, which work without scripts. */
export function registerSessionRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/login', async (request, reply) => {
    const query = new URLSearchParams(request.query as Record<string, string>);
    const path = localPath(query.get('return_to') ?? undefined);
    const { forgeSignIn } = deps;
    if (forgeSignIn) return useForge(forgeSignIn, { query, path }, reply, deps);
    const more = path === '/' ? '' : `?return_to=${encodeURIComponent(path)}`;
    return reply.redirect(`/login/form${more}`, 303);
  });
  if (!deps.hasPasswords) app.get('/login/form', (_, reply) => reply.redirect('/login', 303));
  app.post('/login', { bodyLimit: maxFormBytes }, (request, reply) =>
    signInWithPassword(request, reply, deps),
  );
  const logOut = (request: FastifyRequest, reply: FastifyReply) => endSession(request, reply, deps);
  app.get('/logout', logOut);
  app.post('/logout', { bodyLimit: maxFormBytes }, logOut);
}

/** Starts a sign-in on the pages of the forge, or ends one that the forge answers. */
async function useForge(
  signIn: ForgeSignIn,
  { query, path }: { query: URLSearchParams; path: string },
  reply: FastifyReply,
  deps: Deps,
): Promise<FastifyReply> {
  // An error without a state belongs to no sign-in of this server. Starting another one could loop.
  const isAnswer = query.has('state') || query.has('error');
  if (isAnswer) return endForgeSignIn(signIn, query, reply, deps);
  const { url, state, cookie } = await signIn.begin(path);
  reply.setCookie(stateCookie(state), cookie, { ...cookieOptions(deps), maxAge: signInLifeSec });
  return reply.redirect(url, 303);
}

async function endForgeSignIn(
  signIn: ForgeSignIn,
  answer: URLSearchParams,
  reply: FastifyReply,
  deps: Deps,
): Promise<FastifyReply> {
  const name = stateCookie(answer.get('state') ?? '');
  const cookie = reply.request.cookies[name];
  // Each cookie is valid for one callback of the forge, successful or not.
  reply.clearCookie(name, cookieOptions(deps));
  try {
    const { user, returnTo } = await signIn.end(answer, cookie);
    await openSession(user, 'forge', reply, deps);
    return reply.redirect(user.email ? returnTo : '/register', 303);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Without its cookie, nobody has started this sign-in, and such calls are not limited.
    return cookie ? rejectSignIn('', error.message, reply, deps) : refuse(reply, error.message);
  }
}

async function signInWithPassword(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
): Promise<FastifyReply> {
  if (isForeign(request, deps)) return refuse(reply, 'The sign-in came from another site');
  if (!deps.hasPasswords) return refuse(reply, 'Sign-in with a password is switched off');
  const form = loginForm.safeParse(request.body);
  const username = form.data?.username.trim();
  const password = form.data?.password.trim();
  if (!username || !password) return refuse(reply, 'Username and password are required');
  const user = await deps.signInGuard
    .check(username, request.ip, () => deps.users.checkPassword(username, password, request.ip))
    .catch(asTooMany);
  if (user instanceof TooManyError) return rejectForNow(reply, user);
  const reject = (reason: string) => rejectSignIn(username, reason, reply, deps);
  if (!user) return reject('Invalid username or password');
  if (user.machine) return reject('Machine account login is forbidden');
  if (!user.active) return reject('Account is not active');
  await deps.users.recordLogin(user);
  await openSession(user, 'password', reply, deps);
  return reply.redirect(localPath(form.data?.return_to), 303);
}

async function endSession(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
): Promise<FastifyReply> {
  // A link or an image on another site must not end a session.
  const isMeant = request.method === 'POST' || isNavigation(request);
  if (isForeign(request, deps) || !isMeant) return reply.redirect('/', 303);
  const id = request.cookies[sessionCookie];
  const user = id && (await deps.sessions.findUser(id));
  if (id && user) {
    const entry = { ...emptyEntry(request), actor: user, credential: 'session' } as const;
    await deps.audit.record({ ...entry, action: 'session.sign_out' }, () => deps.sessions.end(id));
  }
  reply.clearCookie(sessionCookie, { path: '/' });
  return deps.web ? deps.web.sendPage(reply) : reply.code(204).send();
}

async function openSession(
  user: User,
  credential: 'password' | 'forge',
  reply: FastifyReply,
  deps: Deps,
): Promise<void> {
  const entry = { ...emptyEntry(reply.request), actor: user, credential } as const;
  const id = await deps.audit.record({ ...entry, action: 'session.sign_in' }, () =>
    deps.sessions.create(user.id),
  );
  reply.setCookie(sessionCookie, id, { ...cookieOptions(deps), maxAge: sessionLifeSec });
  deps.onSignedIn(user);
}

/** Records a rejected sign-in. Attempts beyond the limits are not recorded, so that they cannot fill the log. */
async function rejectSignIn(
  login: string,
  reason: string,
  reply: FastifyReply,
  { audit }: Deps,
): Promise<FastifyReply> {
  await audit.add({
    ...emptyEntry(reply.request),
    action: 'session.reject',
    target: login,
    details: { reason },
  });
  return refuse(reply, reason);
}

function emptyEntry(request: FastifyRequest) {
  return { address: request.ip, actor: null, credential: 'none', target: '', details: {} } as const;
}

function cookieOptions({ isSecure }: Deps) {
  // The forge redirects back here, and browsers send such cookies with a redirect.
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
}

function isForeign(request: FastifyRequest, { publicUrl }: Deps): boolean {
  return callSource(request, publicUrl()) === 'foreign';
}

/**
 * Returns whether a request loads a page. Browsers send `sec-fetch-dest` only over https; otherwise the
 * `accept` header decides.
 */
function isNavigation({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-dest': shownAs, accept } = headers;
  if (shownAs !== undefined) return shownAs === 'document';
  return site !== undefined || (accept?.includes('text/html') ?? true);
}

/** Returns the cookie name of one sign-in. Several may be in progress, in several tabs. */
function stateCookie(state: string): string {
  return `_sign_in_${state.replace(/[^\w-]/g, '').slice(0, 40)}`;
}

function asTooMany(error: unknown): TooManyError {
  if (error instanceof TooManyError) return error;
  throw error;
}

function refuse(reply: FastifyReply, message: string): FastifyReply {
  return reply.redirect(errorPage(message), 303);
}

/**
 * Rejects a sign-in for now. Programs get the status 429; browsers are sent to the error page by the
 * `refresh` header.
 */
function rejectForNow(reply: FastifyReply, { message, retryAfterSec }: TooManyError): FastifyReply {
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

/**
 * Returns a path on this server that is safe in a header. `//host` and `/\\host` would lead to another
 * server.
 */
function localPath(path: string | undefined): string {
  if (!path || !/^\/(?![/\\])[^\s\\]*$/.test(path)) return '/';
  const { pathname, search, hash } = new URL(path, 'http://here');
  // `new URL` removes the dot from `/.//host`, which leaves `//host`.
  return pathname.startsWith('//') ? '/' : pathname + search + hash;
}
