import { createHash, randomUUID } from 'node:crypto';
import { notFound } from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import { createFindByToken } from '../../accounts/find-by-token.ts';
import { OrganizationStore } from '../../accounts/organization-store.ts';
import type { SignInGuard } from '../../accounts/sign-in-guard.ts';
import type { UserService } from '../../accounts/user-service.ts';
import type { Contributed } from '../../contributions.ts';
import type { Core } from '../../core.ts';
import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { User, Viewer } from '../../domain/user.ts';
import type { RepositoryFiles } from '../../forges/builtin/repository-files.ts';
import type { RepoAccess } from '../../http/authority.ts';
import { newRepo } from '../../repositories/new-repo.ts';
import type { RepoAccessStore } from '../../repositories/repo-access-store.ts';
import { RepoStore } from '../../repositories/repo-store.ts';
import type { UsersPort } from '../users/port.ts';
import type { RefuseBuildRead } from './refuse-build-read.ts';

/** Functions of the server that git hosting uses. */
export interface GitHost {
  /** Returns the active account with this login, if the password or personal token is correct. */
  authenticate(login: string, secret: string, address: string): Promise<Viewer | null>;
  findAccess(user: Viewer | null, namespace: string, name: string): Promise<RepoAccess | null>;
  refuseBuildRead: RefuseBuildRead;
  /** Returns a namespace as it is stored. */
  findNamespace(name: string): Promise<string>;
  /** Returns whether an account may create repositories in a namespace. */
  mayCreate(user: User, namespace: string): Promise<boolean>;
  /** Creates a repository before its first push by `owner`. */
  addRepo(owner: User, namespace: string, name: string): Promise<void>;
}

/** Time that a correct password is cached, because a push sends it several times and hashing is slow. */
const rememberedSec = 60;

/** Connects the built-in git server to accounts and repositories. */
export function createGitHost(parts: {
  users: UserService;
  signInGuard: SignInGuard;
  db: Database;
  observers: Core['observers'];
  organizations: OrganizationStore;
  repos: RepoStore;
  repoAccess: RepoAccessStore;
  files: RepositoryFiles;
  clock: Clock;
  usersPort: Pick<UsersPort, 'changeNamespaces'>;
  contributed: Pick<Contributed, 'accessTokens' | 'onOrganizationRepo' | 'secondFactor'>;
  refuseBuildRead: RefuseBuildRead;
}): GitHost {
  const findByToken = createFindByToken(parts.users, parts.contributed.accessTokens);
  const remembered = new Map<string, { passwordHash: string | null; untilSec: number }>();
  /** Running checks, so that concurrent requests with the same credentials and address share one. */
  const runningChecks = new Map<string, Promise<User | null>>();
  const checkOnce = (key: string, login: string, secret: string, address: string) => {
    const question = `${key} ${address}`;
    const answer =
      runningChecks.get(question) ??
      parts.signInGuard
        .check(login, address, () => parts.users.checkPassword(login, secret, address))
        .finally(() => runningChecks.delete(question));
    runningChecks.set(question, answer);
    return answer;
  };
  /** Git sends one secret. With a second factor, only tokens are accepted. */
  const acceptAlone = async (user: User) => {
    const [factors] = parts.contributed.secondFactor;
    const state = factors ? await factors.stateOf(user) : 'off';
    return user.active && state === 'off' ? user : null;
  };
  return {
    async authenticate(login, secret, address) {
      const byToken = await findByToken(secret);
      if (byToken) {
        const isOwn = byToken.login.toLowerCase() === login.toLowerCase();
        return byToken.active && isOwn ? byToken : null;
      }
      const key = createHash('sha256').update(`${login}\0${secret}`).digest('base64');
      const known = remembered.get(key);
      const now = parts.clock.nowSec();
      if (known && known.untilSec > now) {
        const user = await parts.users.findByLogin(login);
        if (user && user.passwordHash === known.passwordHash) return acceptAlone(user);
      }
      remembered.delete(key);
      const user = await checkOnce(key, login, secret, address);
      if (!user) return null;
      remembered.set(key, { passwordHash: user.passwordHash, untilSec: now + rememberedSec });
      return acceptAlone(user);
    },
    findNamespace: (name) => parts.repos.findNamespace(name),
    findAccess: (user, namespace, name) => parts.repoAccess.find(user, `${namespace}/${name}`),
    refuseBuildRead: parts.refuseBuildRead,
    addRepo: (owner, namespace, name) =>
      parts.usersPort.changeNamespaces(async () => {
        // Concurrent pushes create the repository once. A deleted account cannot create one.
        if (await parts.repos.findBySlug(`${namespace}/${name}`)) return;
        if (!(await parts.users.findById(owner.id))) throw notFound();
        await parts.files.create(namespace, name);
        await inTransaction(parts.db, async (trx) => {
          const store = new RepoStore(trx, undefined, parts.observers.repo);
          const values = { uid: randomUUID(), namespace, name, ownerId: owner.id };
          const repo = await store.insert(
            newRepo({ ...values, forge: 'builtin', active: true }, parts.clock.nowSec()),
          );
          const organizations = new OrganizationStore(trx);
          const isOwn = namespace === owner.login;
          const role = isOwn ? undefined : await organizations.findRole(owner.id, namespace);
          // Owners of an organization have the role anyway, as long as they are owners.
          if (role === undefined || role === 'member') {
            await store.grant(owner.id, repo.id, 'admin');
          }
          if (role === undefined) return;
          for (const onAdded of parts.contributed.onOrganizationRepo) await onAdded(trx, repo);
        });
      }),
    async mayCreate(user, namespace) {
      if (user.admin || user.login === namespace) return true;
      const role = await parts.organizations.findRole(user.id, namespace);
      if (role !== 'member') return role === 'owner';
      return (await parts.organizations.find(namespace))?.membersCreate ?? false;
    },
  };
}
