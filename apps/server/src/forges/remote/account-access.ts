import type { Clock } from '../../shared/clock.ts';
import { ForgeSignInError, TokenRefusedError } from './forge-errors.ts';
import type { ForgeIdentity, IdentityStore } from './identity-store.ts';
import type { ForgeTokens, OAuth } from './oauth.ts';

/** A token with less left than this is refreshed first. */
const marginSec = 300;

interface Parts {
  identities: IdentityStore;
  oauth: Pick<OAuth, 'refresh'>;
  clock: Clock;
  /** The forge has taken the access of an account back. */
  onRevoked: (userId: number) => Promise<void>;
  /** Carries a job out while no server carries out another one of this name. */
  hold: (name: string, job: () => Promise<string>) => Promise<string>;
}

/** Acts at the forge in the name of accounts, with tokens that are refreshed in time, one at a time. */
export class AccountAccess {
  private readonly parts: Parts;
  private readonly refreshing = new Map<number, Promise<string>>();

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** @throws ForgeSignInError where the account has no access to the forge (any more) */
  async use<Result>(userId: number, act: (token: string) => Promise<Result>): Promise<Result> {
    const token = await this.tokenOf(userId);
    try {
      return await act(token);
    } catch (error) {
      if (!(error instanceof TokenRefusedError)) throw error;
    }
    const next = await this.renew(userId, token);
    try {
      return await act(next);
    } catch (error) {
      if (!(error instanceof TokenRefusedError)) throw error;
      return await this.giveUp(await this.require(userId));
    }
  }

  /** A token that lasts at least some minutes. */
  async tokenOf(userId: number): Promise<string> {
    const { access, expires } = (await this.require(userId)).tokens;
    const isGood = expires === 0 || expires > this.parts.clock.nowSec() + marginSec;
    return isGood ? access : this.renew(userId, access);
  }

  private renew(userId: number, old: string): Promise<string> {
    const running = this.refreshing.get(userId);
    if (running) return running;
    const { hold } = this.parts;
    const refreshed = hold(`token ${userId}`, () => this.refresh(userId, old));
    const renewed = refreshed.finally(() => this.refreshing.delete(userId));
    this.refreshing.set(userId, renewed);
    return renewed;
  }

  private async refresh(userId: number, old: string): Promise<string> {
    const identity = await this.require(userId);
    const { access, refresh } = identity.tokens;
    if (access !== old) return access;
    if (!refresh) return this.giveUp(identity);
    try {
      const tokens = await this.parts.oauth.refresh(refresh);
      await this.parts.identities.save({ ...identity, tokens });
      return tokens.access;
    } catch (error) {
      if (error instanceof ForgeSignInError) return this.giveUp(identity);
      throw error;
    }
  }

  private async giveUp(identity: ForgeIdentity): Promise<never> {
    await this.parts.identities.save({ ...identity, tokens: null });
    await this.parts.onRevoked(identity.userId);
    throw new ForgeSignInError();
  }

  private async require(userId: number): Promise<ForgeIdentity & { tokens: ForgeTokens }> {
    const identity = await this.parts.identities.find(userId);
    if (!identity?.tokens) throw new ForgeSignInError();
    return { ...identity, tokens: identity.tokens };
  }
}
