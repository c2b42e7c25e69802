import { createHash, randomBytes } from 'node:crypto';
import type { NewAccessToken } from '@millrace/contract/api';
import { badRequest, notFound } from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import type { UserStore } from '../../accounts/user-store.ts';
import type { User, Viewer } from '../../domain/user.ts';
import type { RepoAccessStore } from '../../repositories/repo-access-store.ts';
import type { Bus } from '../../shared/bus.ts';
import type { AccessToken, AccessTokenStore } from './access-token-store.ts';

const prefix = 'mlr_';
const maxTokensPerAccount = 100;
/** Minimum time between two updates of the last use. */
const lastUsedSec = 60;

interface Deps {
  tokens: AccessTokenStore;
  userStore: UserStore;
  repoAccess: RepoAccessStore;
  bus: Bus;
  clock: Clock;
}

/** Issues, verifies and revokes access tokens. */
export class AccessTokenService {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  list(owner: User): Promise<AccessToken[]> {
    return this.deps.tokens.list(owner.id);
  }

  /** The token itself is returned only here. */
  async create(
    owner: User,
    { name, scope, repo, expires = 0 }: NewAccessToken,
  ): Promise<{ token: string; created: AccessToken }> {
    const { tokens, clock } = this.deps;
    const now = clock.nowSec();
    if (expires > 0 && expires <= now) throw badRequest('The expiry must be in the future');
    const known = await tokens.list(owner.id);
    if (known.length >= maxTokensPerAccount) {
      throw badRequest(
        `An account can have ${maxTokensPerAccount} access tokens at most`,
        'limit_reached',
      );
    }
    if (known.some((other) => other.name === name)) {
      throw badRequest(`There is already an access token named ${name}`, 'already_exists');
    }
    const repoId = repo ? await this.requireReadable(owner, repo) : null;
    const token = prefix + randomBytes(32).toString('base64url');
    const row = { userId: owner.id, name, scope, repoId, created: now, expires };
    const id = await tokens.insert({ ...row, hash: hashOf(token) });
    return { token, created: { ...row, id, repo: repo || null, lastUsed: 0 } };
  }

  /** Ends streams that were opened with the token too, on every server. */
  async revoke(owner: User, id: number): Promise<void> {
    if (!(await this.deps.tokens.delete(owner.id, id))) throw notFound();
    this.deps.bus.publish('accessChanged', { userId: owner.id });
  }

  /** Returns the account of a valid token, limited to the scope of the token. */
  async findViewer(text: string): Promise<Viewer | undefined> {
    if (!text.startsWith(prefix)) return undefined;
    const { tokens, userStore, clock } = this.deps;
    const token = await tokens.findByHash(hashOf(text));
    const user = token && (await userStore.findById(token.userId));
    const viewer = user && this.limit(user, token);
    const now = clock.nowSec();
    if (viewer && now - token.lastUsed >= lastUsedSec) await tokens.setLastUsed(token.id, now);
    return viewer;
  }

  /** Returns an account with the limits of one of its tokens; undefined if the token is no longer valid. */
  async limitToToken(user: User, tokenId: number): Promise<Viewer | undefined> {
    const token = await this.deps.tokens.find(tokenId);
    return token?.userId === user.id ? this.limit(user, token) : undefined;
  }

  private limit(user: User, token: AccessToken): Viewer | undefined {
    const { id, name, scope, repoId, expires } = token;
    const isExpired = expires > 0 && expires <= this.deps.clock.nowSec();
    if (isExpired || user.accessEnded) return undefined;
    const tokenLimits = { id, name, scope, repoId, expires, isOfAdmin: user.admin };
    const isAuditor = user.auditor || (user.admin && scope === 'audit');
    return {
      ...user,
      admin: user.admin && scope === 'admin',
      auditor: isAuditor && (scope === 'audit' || scope === 'admin'),
      tokenLimits,
    };
  }

  private async requireReadable(owner: User, slug: string): Promise<number> {
    const access = await this.deps.repoAccess.find(owner, slug);
    if (!access?.permissions.read) throw badRequest(`There is no repository ${slug}`);
    return access.repo.id;
  }
}

/** The token is random, so a fast hash is enough. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
