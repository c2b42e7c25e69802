import { AppError, RetryLaterError, TooManyError } from '@millrace/contract/api-errors';
import { codeForm } from '@millrace/contract/schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { UserService } from '../../accounts/user-service.ts';
import type { AuditLog } from '../../audit/audit-log.ts';
import { localPath } from './local-path.ts';
import { type SecondFactorSignIn, secondFactorLifeSec } from './second-factor-sign-in.ts';
import {
  emptyEntry,
  refuse,
  rejectForNow,
  type SessionReplies,
  type SignedInUser,
} from './session-replies.ts';

export interface SecondFactorDeps {
  secondFactors: SecondFactorSignIn;
  replies: SessionReplies;
  users: Pick<UserService, 'recordLogin'>;
  audit: AuditLog;
  isForeign: (request: FastifyRequest) => boolean;
  maxFormBytes: number;
}

const cookieName = '_second_factor_';

/** Redirects to the page that asks for the second factor, or to the set-up of one. */
export function askForSecondFactor(
  signedIn: SignedInUser,
  step: 'code' | 'set-up',
  returnTo: string,
  reply: FastifyReply,
  { secondFactors, replies }: Pick<SecondFactorDeps, 'secondFactors' | 'replies'>,
): FastifyReply {
  setPending(secondFactors.begin(signedIn, returnTo), reply, replies);
  return reply.redirect(pageOf(step), 303);
}

export function registerSecondFactorSteps(app: FastifyInstance, deps: SecondFactorDeps): void {
  const { maxFormBytes: bodyLimit } = deps;
  app.post('/login/code', { bodyLimit }, (request, reply) => enterCode(request, reply, deps));
  app.post('/login/set-up', { bodyLimit }, (request, reply) => setUp(request, reply, deps));
}

/** Receives the form with the code. A wrong code leads back to it. */
async function enterCode(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: SecondFactorDeps,
): Promise<FastifyReply> {
  const { secondFactors, replies, users } = deps;
  if (deps.isForeign(request)) return refuse(reply, 'The sign-in came from another site');
  try {
    const proved = await secondFactors.require(request.cookies[cookieName]);
    const code = readCode(request) ?? '';
    const signedIn = await secondFactors.complete(proved, code, request.ip);
    if (!signedIn) {
      const reason = 'The code is wrong, or was used before';
      return replies.reject(proved.user.login, { reason }, reply, pageOf('code', reason));
    }
    reply.clearCookie(cookieName, replies.cookieOptions);
    await users.recordLogin(signedIn.user);
    await replies.openSession(signedIn, reply);
    return reply.redirect(localPath(proved.pending.returnTo), 303);
  } catch (error) {
    if (error instanceof TooManyError) return rejectForNow(reply, error);
    if (!(error instanceof AppError) || error instanceof RetryLaterError) throw error;
    return refuse(reply, error.message);
  }
}

/**
 * Sets up the factor that the server requires. Without a code, the response has a new secret; with one, it has the recovery
 * codes, and the browser is signed in. The page calls it by a script: plain forms cannot show the codes.
 */
async function setUp(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: SecondFactorDeps,
): Promise<FastifyReply> {
  const { secondFactors, replies, users, audit } = deps;
  if (deps.isForeign(request)) throw new AppError(403, 'The sign-in came from another site');
  const proved = await secondFactors.require(request.cookies[cookieName]);
  const { user, pending } = proved;
  const code = readCode(request);
  if (code === undefined) {
    const { cookie, ...proposal } = await secondFactors.propose(proved);
    setPending(cookie, reply, replies);
    return reply.send(proposal);
  }
  const entry = { ...emptyEntry(request), actor: user, credential: 'password' } as const;
  const codes = await audit.record({ ...entry, action: 'second_factor.set' }, () =>
    secondFactors.setUp(proved, code),
  );
  reply.clearCookie(cookieName, replies.cookieOptions);
  await users.recordLogin(user);
  await replies.openSession({ user, credential: 'password', changes: pending.changes }, reply);
  return reply.send({ recovery_codes: codes, return_to: localPath(pending.returnTo) });
}

/** Returns undefined if the form has no code. */
function readCode({ body }: FastifyRequest): string | undefined {
  return codeForm.safeParse(body).data?.code;
}

function setPending(cookie: string, reply: FastifyReply, { cookieOptions }: SessionReplies): void {
  reply.setCookie(cookieName, cookie, { ...cookieOptions, maxAge: secondFactorLifeSec });
}

function pageOf(step: 'code' | 'set-up', message?: string): string {
  const query = new URLSearchParams({ step, ...(message && { message }) });
  return `/login/form?${query}`;
}
