import { AppError } from '@millrace/contract/api-errors';
import type { FastifyReply } from 'fastify';
import { signInLifeSec } from './pending-sign-ins.ts';
import { refuse, type SessionReplies, type SignedInUser } from './session-replies.ts';

/** Sign-in on the pages of a forge or of an OpenID Connect provider, which redirects browsers back. */
export interface RedirectSignIn {
  /** Returns the URL to redirect to, and the cookie to store under the name of `state`. */
  begin(returnTo: string): Promise<{ url: string; state: string; cookie: string }>;
  /**
   * Completes a sign-in. Returns the account, and the path to redirect to.
   *
   * @throws AppError with a message for the person
   */
  end(
    answer: URLSearchParams,
    cookie: string | undefined,
  ): Promise<Omit<SignedInUser, 'credential'> & { returnTo: string }>;
}

/** Redirects to the sign-in page of the forge or provider. */
export async function beginRedirect(
  signIn: RedirectSignIn,
  returnTo: string,
  reply: FastifyReply,
  replies: SessionReplies,
): Promise<FastifyReply> {
  try {
    const { url, state, cookie } = await signIn.begin(returnTo);
    const options = { ...replies.cookieOptions, maxAge: signInLifeSec };
    reply.setCookie(stateCookie(state), cookie, options);
    return reply.redirect(url, 303);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refuse(reply, error.message);
  }
}

/** Completes the sign-in of a browser that comes back. */
export async function endRedirect(
  { signIn, credential }: { signIn: RedirectSignIn; credential: 'forge' | 'oidc' },
  answer: URLSearchParams,
  reply: FastifyReply,
  replies: SessionReplies,
): Promise<FastifyReply> {
  const name = stateCookie(answer.get('state') ?? '');
  const cookie = reply.request.cookies[name];
  // Each cookie is valid for one callback, successful or not.
  reply.clearCookie(name, replies.cookieOptions);
  try {
    const { returnTo, ...signedIn } = await signIn.end(answer, cookie);
    await replies.openSession({ ...signedIn, credential }, reply);
    return reply.redirect(signedIn.user.email ? returnTo : '/register', 303);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message } = error;
    // Without its cookie, nobody has started this sign-in, and such calls are not limited.
    if (!cookie) return refuse(reply, message);
    return replies.reject('', { reason: message, method: credential }, reply);
  }
}

/** Returns the cookie name of one sign-in. Several may be in progress, in several tabs. */
function stateCookie(state: string): string {
  return `_sign_in_${state.replace(/[^\w-]/g, '').slice(0, 40)}`;
}
