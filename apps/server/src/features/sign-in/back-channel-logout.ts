import { badRequest } from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import type { SessionStore } from '../../accounts/session-store.ts';
import type { UserStore } from '../../accounts/user-store.ts';
import type { AuditLog } from '../../audit/audit-log.ts';
import type { ExternalIdentityStore } from './external-identity-store.ts';
import type { LogoutTokenStore } from './logout-token-store.ts';
import type { OidcProvider } from './oidc-provider.ts';

interface Deps {
  provider: Pick<OidcProvider, 'verifyLogout'>;
  tokens: Pick<LogoutTokenStore, 'use'>;
  identities: Pick<ExternalIdentityStore, 'findUserId'>;
  sessions: Pick<SessionStore, 'list' | 'endAll' | 'endOfProvider' | 'findUserIds'>;
  userStore: Pick<UserStore, 'findById'>;
  audit: AuditLog;
  clock: Pick<Clock, 'nowSec'>;
}

/** Ends the sessions of people who have signed out at the OpenID Connect provider, or whom it has signed out. */
export class BackChannelLogout {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /**
   * @param address of the provider
   * @throws AppError (400) if the token is not valid, or was used before
   */
  async end(token: string, address: string): Promise<void> {
    const { provider, tokens, identities, sessions, clock } = this.deps;
    const { issuer, subject, session, tokenId, expires } = await provider.verifyLogout(token);
    if (!(await tokens.use(tokenId, expires, clock.nowSec()))) {
      throw badRequest('Invalid logout token: it was used before');
    }
    const person = subject && { provider: 'oidc' as const, issuer, subject };
    const userId = person ? await identities.findUserId(person) : undefined;
    if (subject && userId === undefined) return;
    if (session === undefined) {
      if (userId && (await sessions.list(userId)).length > 0) {
        await this.record(userId, address, () => sessions.endAll(userId));
      }
      return;
    }
    for (const ownerId of await sessions.findUserIds(session)) {
      if (userId !== undefined && ownerId !== userId) continue;
      await this.record(ownerId, address, () => sessions.endOfProvider(ownerId, session));
    }
  }

  private async record(userId: number, address: string, end: () => Promise<void>): Promise<void> {
    const { audit, userStore } = this.deps;
    const target = (await userStore.findById(userId))?.login ?? '';
    const entry = { actor: null, credential: 'oidc', address, target, details: {} } as const;
    await audit.record({ ...entry, action: 'session.end_all' }, end);
  }
}
