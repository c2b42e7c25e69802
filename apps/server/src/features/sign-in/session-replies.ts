import { sessionCookie } from '@millrace/contract/api';
import type { TooManyError } from '@millrace/contract/api-errors';
import type { AuditCredential } from '@millrace/contract/vocabulary';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionStore } from '../../accounts/session-store.ts';
import type { AuditLog, AuditValue } from '../../audit/audit-log.ts';
import type { User } from '../../domain/user.ts';
import { browserOf } from '../../http/calling-browser.ts';

/** Credential that a sign-in has checked. */
type SignInCredential = Extract<AuditCredential, 'password' | 'forge' | 'oidc' | 'ldap'>;

/** Account of a successful sign-in. */
export interface SignedInUser {
  user: User;
  credential: SignInCredential;
  /** Changes of the account by the sign-in. */
  changes: Record<string, AuditValue>;
  /** Id of the session at the OpenID Connect provider. */
  providerSession?: string | undefined;
}

interface Deps {
  sessions: Pick<SessionStore, 'create' | 'lifeSec'>;
  audit: AuditLog;
  onSignedIn: (user: User) => void;
  /** True if the public URL is https. Cookies are then sent over https only. */
  isSecure: boolean;
  /** Path of the public URL, empty if it has none. */
  basePath: string;
}

/** Answers of sign-ins: a session, or a redirect to the page that shows why there is none. */
export class SessionReplies {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  get cookieOptions() {
    // The forge redirects back here, and browsers send such cookies with a redirect.
    const { basePath, isSecure } = this.deps;
    return { path: basePath || '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  }

  async openSession(
    { user, credential, changes, providerSession }: SignedInUser,
    reply: FastifyReply,
  ): Promise<void> {
    const { audit, sessions, onSignedIn } = this.deps;
    const entry = { ...emptyEntry(reply.request), actor: user, credential, details: changes };
    const id = await audit.record({ ...entry, action: 'session.sign_in' }, () =>
      sessions.create(user.id, browserOf(reply.request), providerSession),
    );
    reply.setCookie(sessionCookie, id, { ...this.cookieOptions, maxAge: sessions.lifeSec });
    onSignedIn(user);
  }

  /**
   * Records a rejected sign-in. Attempts beyond the limits are not recorded, so that they cannot fill the
   * log.
   */
  async reject(
    login: string,
    details: Record<string, AuditValue> & { reason: string },
    reply: FastifyReply,
    page = errorPage(details.reason),
  ): Promise<FastifyReply> {
    const entry = { ...emptyEntry(reply.request), action: 'session.reject' } as const;
    await this.deps.audit.add({ ...entry, target: login, details });
    return reply.redirect(page, 303);
  }
}

export function emptyEntry(request: FastifyRequest) {
  return { address: request.ip, actor: null, credential: 'none', target: '', details: {} } as const;
}

export function refuse(reply: FastifyReply, message: string): FastifyReply {
  return reply.redirect(errorPage(message), 303);
}

/**
 * Rejects a sign-in for now. Programs get the status 429; browsers are sent to the error page by the
 * `refresh` header.
 */
export function rejectForNow(
  reply: FastifyReply,
  { message, retryAfterSec }: TooManyError,
): FastifyReply {
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
