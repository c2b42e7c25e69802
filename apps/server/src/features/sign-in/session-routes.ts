import { sessionCookie } from '@millrace/contract/api';
import { AppError, RetryLaterError, TooManyError } from '@millrace/contract/api-errors';
import { loginForm } from '@millrace/contract/schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SessionStore } from '../../accounts/session-store.ts';
import type { UserService } from '../../accounts/user-service.ts';
import type { AuditLog } from '../../audit/audit-log.ts';
import { isLoopback } from '../../config/loopback.ts';
import { callSource } from '../../http/call-source.ts';
import type { WebFiles } from '../../http/web-files.ts';
import type { BackChannelLogout } from './back-channel-logout.ts';
import { registerBackChannelLogout } from './back-channel-route.ts';
import { DirectoryAwayError } from './directory-away-error.ts';
import { localPath } from './local-path.ts';
import type { PasswordSignIn } from './password-sign-in.ts';
import { beginRedirect, endRedirect, type RedirectSignIn } from './redirect-sign-in.ts';
import { askForSecondFactor, registerSecondFactorSteps } from './second-factor-routes.ts';
import type { SecondFactorSignIn } from './second-factor-sign-in.ts';
import { emptyEntry, refuse, rejectForNow, type SessionReplies } from './session-replies.ts';

interface Deps {
  sessions: SessionStore;
  replies: SessionReplies;
  /** Null if nobody may sign in with a password. */
  passwordSignIn: PasswordSignIn | null;
  /** Null if users do not sign in at a forge. */
  forgeSignIn: RedirectSignIn | null;
  /** Null if users do not sign in at an OpenID Connect provider. */
  oidcSignIn: RedirectSignIn | null;
  secondFactors: SecondFactorSignIn;
  users: Pick<UserService, 'recordLogin'>;
  /** Null if there is no OpenID Connect provider. */
  backChannelLogout: BackChannelLogout | null;
  web: WebFiles | null;
  publicUrl: () => string;
  /** Configured public URL, the only one that a forge or provider redirects back to. */
  configuredUrl: string | undefined;
  audit: AuditLog;
}

/** Limited because no credentials are needed to submit a form. */
const maxFormBytes = 16 * 1024;

/** Sign-in and sign-out with plain forms and links, which work without scripts. */
export function registerSessionRoutes(app: FastifyInstance, deps: Deps): void {
  const { forgeSignIn, oidcSignIn, replies } = deps;
  app.get('/login', async (request, reply) => {
    const query = readQuery(request);
    if (forgeSignIn) return useForge(forgeSignIn, query, request, reply, deps);
    const path = returnPath(query);
    const more = path === '/' ? '' : `?return_to=${encodeURIComponent(path)}`;
    return reply.redirect(`/login/form${more}`, 303);
  });
  if (!deps.passwordSignIn) app.get('/login/form', (_, reply) => reply.redirect('/login', 303));
  if (oidcSignIn) {
    app.get('/login/oidc', (request, reply) => begin(oidcSignIn, request, reply, deps));
    app.get('/login/oidc/callback', (request, reply) =>
      endRedirect({ signIn: oidcSignIn, credential: 'oidc' }, readQuery(request), reply, replies),
    );
  }
  if (deps.passwordSignIn) {
    const isFrom = (request: FastifyRequest) => isForeign(request, deps);
    registerSecondFactorSteps(app, { ...deps, isForeign: isFrom, maxFormBytes });
  }
  if (deps.backChannelLogout) {
    registerBackChannelLogout(app, deps.backChannelLogout, maxFormBytes);
  }
  app.post('/login', { bodyLimit: maxFormBytes }, (request, reply) =>
    signInWithPassword(request, reply, deps),
  );
  const logOut = (request: FastifyRequest, reply: FastifyReply) => endSession(request, reply, deps);
  app.get('/logout', logOut);
  app.post('/logout', { bodyLimit: maxFormBytes }, logOut);
}

/** Starts a sign-in on the pages of the forge, or ends one that the forge answers. */
function useForge(
  signIn: RedirectSignIn,
  query: URLSearchParams,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
): Promise<FastifyReply> | FastifyReply {
  // An error without a state belongs to no sign-in of this server. Starting another one could loop.
  const isAnswer = query.has('state') || query.has('error');
  return isAnswer
    ? endRedirect({ signIn, credential: 'forge' }, query, reply, deps.replies)
    : begin(signIn, request, reply, deps);
}

/**
 * Starts a redirect sign-in at the public URL: the forge or provider redirects back to it, and the cookie of
 * the sign-in is only sent to the host that set it.
 */
function begin(
  signIn: RedirectSignIn,
  request: FastifyRequest,
  reply: FastifyReply,
  { replies, configuredUrl }: Deps,
): Promise<FastifyReply> | FastifyReply {
  const query = readQuery(request);
  const isOther = configuredUrl !== undefined && request.host !== new URL(configuredUrl).host;
  // Behind a proxy that replaces the host, every request seems to have another one.
  if (!isOther || query.has('moved')) {
    return beginRedirect(signIn, returnPath(query), reply, replies);
  }
  const moved = new URLSearchParams({ return_to: returnPath(query), moved: '' });
  const [path] = request.url.split('?');
  return reply.redirect(`${configuredUrl}${path}?${moved}`, 303);
}

async function signInWithPassword(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
): Promise<FastifyReply> {
  const { passwordSignIn, replies } = deps;
  if (isForeign(request, deps)) return refuse(reply, foreignSignIn(request));
  if (!passwordSignIn) return refuse(reply, 'Sign-in with a password is switched off');
  if (replies.cookieOptions.secure && dropsSecureCookies(request)) {
    return refuse(reply, `Sign in at ${deps.publicUrl()}: this server needs HTTPS`);
  }
  const form = loginForm.safeParse(request.body);
  const login = form.data?.username.trim();
  const password = form.data?.password.trim();
  if (!login || !password) return refuse(reply, 'Username and password are required');
  try {
    const signedIn = await passwordSignIn.signIn({ login, password, address: request.ip });
    const returnTo = localPath(form.data?.return_to);
    if (signedIn.credential === 'password') {
      const state = await deps.secondFactors.stateOf(signedIn.user);
      const step = state === 'missing' ? 'set-up' : 'code';
      if (state !== 'off') return askForSecondFactor(signedIn, step, returnTo, reply, deps);
      await deps.users.recordLogin(signedIn.user);
    }
    await replies.openSession(signedIn, reply);
    return reply.redirect(returnTo, 303);
  } catch (error) {
    if (error instanceof TooManyError) return rejectForNow(reply, error);
    if (!isRejection(error)) throw error;
    return replies.reject(login, { reason: error.message }, reply);
  }
}

function foreignSignIn({ headers: { origin = 'null' } }: FastifyRequest): string {
  const message = 'The sign-in came from another site';
  // A proxy that replaces the host hides the address that people use.
  if (!URL.canParse(origin)) return message;
  return `${message}: ${origin}. If this is the address of this server, set MILLRACE_URL to it`;
}

/** Returns whether the page of a form was loaded by plain HTTP, where browsers store no secure cookies. */
function dropsSecureCookies({ headers: { origin = '' } }: FastifyRequest): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return protocol === 'http:' && !isLoopback(hostname);
}

/** Returns whether an error is about this sign-in, and not about the server. */
function isRejection(error: unknown): error is AppError {
  if (error instanceof DirectoryAwayError) return true;
  return error instanceof AppError && !(error instanceof RetryLaterError);
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
  reply.clearCookie(sessionCookie, { path: deps.replies.cookieOptions.path });
  return deps.web ? deps.web.sendPage(reply) : reply.code(204).send();
}

function readQuery(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(request.query as Record<string, string>);
}

function returnPath(query: URLSearchParams): string {
  return localPath(query.get('return_to') ?? undefined);
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
