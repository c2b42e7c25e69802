import { createHash, randomBytes } from 'node:crypto';
import { minPasswordLength } from '@millrace/contract/api';
import { badRequest, conflict, notFound } from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import type { User } from '../domain/user.ts';
import { addressKey } from '../shared/address-key.ts';
import type { Sealer } from '../shared/sealer.ts';
import { createUnmatchableHash } from './password-hash.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { MayUsePassword } from './password-policy.ts';
import type { UserStore } from './user-store.ts';

export interface NewAccount {
  login: string;
  password: string | null;
  email?: string;
  admin?: boolean;
  auditor?: boolean;
  machine?: boolean;
  /** Personal token; empty to generate one. */
  token?: string;
}

const newAccountFields = {
  unconfirmed: false,
  name: '',
  syncing: false,
  synced: 0,
  accessEnded: 0,
  accessEndedReason: '',
  accessEndedDetail: '',
} as const;

/** Manages accounts, their passwords and their personal tokens. */
export class UserService {
  private readonly users: UserStore;
  private readonly sealer: Sealer;
  private readonly hasher: PasswordHasher;
  private readonly clock: Clock;
  private readonly mayUsePassword: MayUsePassword;
  /**
   * Checked for unknown logins, so that these take as long as a wrong password and logins cannot be guessed.
   */
  private readonly unmatchableHash = createUnmatchableHash();

  constructor(
    users: UserStore,
    sealer: Sealer,
    hasher: PasswordHasher,
    clock: Clock,
    mayUsePassword: MayUsePassword,
  ) {
    this.mayUsePassword = mayUsePassword;
    this.users = users;
    this.hasher = hasher;
    this.sealer = sealer;
    this.clock = clock;
  }

  async createAccount(account: NewAccount): Promise<User> {
    await this.requireFree(account);
    if (account.password !== null) requirePassword(account.password);
    const now = this.clock.nowSec();
    const user = await this.users.insert({
      login: account.login,
      email: account.email ?? '',
      ...newAccountFields,
      avatar: '',
      machine: account.machine ?? false,
      admin: account.admin ?? false,
      auditor: account.auditor ?? false,
      active: true,
      passwordHash: account.password === null ? null : await this.hasher.hash(account.password),
      ...this.sealToken(account.token || makeToken()),
      created: now,
      updated: now,
      lastLogin: 0,
    });
    if (user) return user;
    // Another call created the account in the meantime.
    await this.requireFree(account);
    throw conflict('The account could not be created, please try again');
  }

  /**
   * Stores an account of another server with its personal token; empty to generate one. Returns undefined if the
   * login or the token is in use.
   */
  async addImported(
    account: Pick<
      User,
      'login' | 'email' | 'avatar' | 'admin' | 'machine' | 'active' | 'created' | 'lastLogin'
    >,
    token: string,
  ): Promise<User | undefined> {
    return this.users.insert({
      ...account,
      auditor: false,
      ...newAccountFields,
      unconfirmed: !account.machine,
      passwordHash: null,
      ...this.sealToken(token || makeToken()),
      updated: this.clock.nowSec(),
    });
  }

  private async requireFree({ login, token }: NewAccount): Promise<void> {
    if (await this.users.isLoginTaken(login))
      throw badRequest(`The login ${login} is taken`, 'already_exists');
    if (token && (await this.users.findByTokenHash(hashToken(token)))) {
      throw badRequest('This token belongs to another account', 'already_exists');
    }
  }

  /** Sets the password of an account. Its sessions stay valid. */
  async setPassword(user: User, password: string): Promise<void> {
    requirePassword(password);
    const changes = { passwordHash: await this.hasher.hash(password) };
    await this.users.update(user.id, { ...changes, updated: this.clock.nowSec() });
  }

  /** Returns the account, or null if login and password do not match. `address` is the client's address. */
  async checkPassword(login: string, password: string, address: string): Promise<User | null> {
    const user = await this.users.findByLogin(login);
    const own = this.mayUsePassword(user?.login ?? login) ? user?.passwordHash : null;
    const hash = own ?? this.unmatchableHash;
    const isRight = await this.hasher.verify(password, hash, addressKey(address));
    return user && own && isRight ? user : null;
  }

  findById(id: number): Promise<User | undefined> {
    return this.users.findById(id);
  }

  findByLogin(login: string): Promise<User | undefined> {
    return this.users.findByLogin(login);
  }

  /** Returns undefined also if the forge has revoked the account's access. */
  /** @throws AppError (404) if the account does not exist */
  async require(login: string): Promise<User> {
    const user = await this.findByLogin(login);
    if (!user) throw notFound();
    return user;
  }

  async findByToken(token: string): Promise<User | undefined> {
    const user = await this.users.findByTokenHash(hashToken(token));
    return user?.accessEnded ? undefined : user;
  }

  readToken(user: User): string {
    return this.sealer.open(user.tokenSealed);
  }

  async rotateToken(user: User): Promise<User> {
    return this.users.update(user.id, {
      ...this.sealToken(makeToken()),
      updated: this.clock.nowSec(),
    });
  }

  async recordLogin(user: User): Promise<void> {
    await this.users.update(user.id, { lastLogin: this.clock.nowSec() });
  }

  private sealToken(token: string): Pick<User, 'tokenHash' | 'tokenSealed'> {
    return { tokenHash: hashToken(token), tokenSealed: this.sealer.seal(token) };
  }
}

function makeToken(): string {
  return randomBytes(24).toString('base64url');
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function requirePassword(password: string): void {
  if (password.length < minPasswordLength) {
    throw badRequest(`A password has at least ${minPasswordLength} characters`);
  }
}
