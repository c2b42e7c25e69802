import type { Clock } from '@millrace/node-kit/clock';
import type { AccessEnd } from '../../domain/user.ts';
import { leaveQueryScope } from '../../shared/query-scope.ts';
import {
  AccountBlockedError,
  ForgeRefusedError,
  ForgeSignInError,
  TokenRefusedError,
} from './forge-errors.ts';
import type { ForgeIdentity, IdentityStore } from './identity-store.ts';
import type { ForgeTokens, OAuth } from './oauth.ts';

/** Tokens that expire within this time are refreshed first. */
const marginSec = 300;

interface Deps {
  identities: Pick<IdentityStore, 'find' | 'save'>;
  oauth: Pick<OAuth, 'refresh'>;
  clock: Clock;
  /** Fetches the account of a token from the forge. */
  findAccount: (token: string) => Promise<unknown>;
  /** Called when the forge rejects an account, which ends its rights. */
  onEnded: (userId: number, end: AccessEnd) => Promise<void>;
  /** Runs a job while no other server runs a job of this name. */
  runExclusively: (name: string, job: () => Promise<string>) => Promise<string>;
}

type Act<Result> = (token: string) => Promise<Result>;

/** Calls the forge with the tokens of accounts. Tokens are refreshed before they expire, one at a time. */
export class AccountAccess {
  private readonly deps: Deps;
  private readonly refreshing = new Map<number, Promise<string>>();

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** @throws ForgeSignInError if the account has no access to the forge */
  async use<Result>(userId: number, act: Act<Result>): Promise<Result> {
    if ((await this.deps.identities.find(userId))?.isEnded) throw new ForgeSignInError();
    return this.useEvenIfEnded(userId, act);
  }

  /** Like `use`, but also for an account whose rights have ended: the forge may accept it again. */
  async useEvenIfEnded<Result>(userId: number, act: Act<Result>): Promise<Result> {
    try {
      const token = await this.tokenOf(userId);
      return await act(token).catch(async (error: unknown) => {
        if (!(error instanceof TokenRefusedError)) throw error;
        return this.retry(await this.renew(userId, token), act);
      });
    } catch (error) {
      if (error instanceof TokenRefusedError) return this.end(userId, refused);
      if (error instanceof AccountBlockedError) {
        await this.deps.onEnded(userId, { reason: 'blocked', detail: error.detail });
      }
      throw error;
    }
  }

  /** Some forges answer 401 to calls that an account may not make, so a second call checks the account. */
  private async retry<Result>(token: string, act: Act<Result>): Promise<Result> {
    try {
      return await act(token);
    } catch (error) {
      if (!(error instanceof TokenRefusedError)) throw error;
      await this.deps.findAccount(token);
      throw new ForgeRefusedError(401, 'status 401');
    }
  }

  /** Returns a token that is valid for at least some minutes. */
  private async tokenOf(userId: number): Promise<string> {
    const { access, expires } = (await this.require(userId)).tokens;
    const isGood = expires === 0 || expires > this.deps.clock.nowSec() + marginSec;
    return isGood ? access : this.renew(userId, access);
  }

  /** Refreshes the token. Returns the old one if it cannot be refreshed. */
  private renew(userId: number, old: string): Promise<string> {
    const running = this.refreshing.get(userId);
    if (running) return running;
    const { runExclusively } = this.deps;
    const refreshed = leaveQueryScope(() =>
      runExclusively(`token ${userId}`, () => this.refresh(userId, old)),
    );
    const renewed = refreshed.finally(() => this.refreshing.delete(userId));
    this.refreshing.set(userId, renewed);
    return renewed;
  }

  private async refresh(userId: number, old: string): Promise<string> {
    const identity = await this.require(userId);
    const { access, refresh } = identity.tokens;
    if (access !== old || !refresh) return access;
    try {
      const tokens = await this.deps.oauth.refresh(refresh);
      await this.deps.identities.save({ ...identity, tokens });
      return tokens.access;
    } catch (error) {
      if (!(error instanceof ForgeSignInError)) throw error;
      await this.deps.identities.save({ ...identity, tokens: null });
      return this.end(userId, error.message);
    }
  }

  private async end(userId: number, detail: string): Promise<never> {
    await this.deps.onEnded(userId, { reason: 'revoked', detail });
    throw new ForgeSignInError();
  }

  private async require(userId: number): Promise<ForgeIdentity & { tokens: ForgeTokens }> {
    const identity = await this.deps.identities.find(userId);
    if (!identity) throw new ForgeSignInError();
    if (!identity.tokens) return this.end(userId, refused);
    return { ...identity, tokens: identity.tokens };
  }
}

const refused = 'The token is refused';
