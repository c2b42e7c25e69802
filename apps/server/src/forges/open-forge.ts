import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { RemoteForgeKind, RemoteForgeSettings } from '../config/forge-settings.ts';
import type { Db } from '../db/database.ts';
import type { AccessEnd } from '../domain/user.ts';
import { createByteCache } from '../shared/byte-cache.ts';
import type { Sealer } from '../shared/sealer.ts';
import { AccountAccess } from './remote/account-access.ts';
import type { ForgeAdapter, OpenOptions } from './remote/forge-adapter.ts';
import { HookStore } from './remote/hook-store.ts';
import { IdentityStore } from './remote/identity-store.ts';
import { OAuth } from './remote/oauth.ts';
import { RemoteForge } from './remote/remote-forge.ts';

interface Deps {
  db: Db;
  sealer: Sealer;
  clock: Clock;
  logger: Logger;
  version: string;
  publicUrl: () => string;
  /** Called when the forge rejects an account, which ends its rights. */
  onEnded: (userId: number, end: AccessEnd) => Promise<void>;
  /** Runs a job while no other server runs a job of this name. */
  runExclusively: <Result>(name: string, job: () => Promise<Result>) => Promise<Result>;
}

const cacheBytes = 64 * 1024 * 1024;

/** Adapters are loaded on demand. */
const kinds: Record<RemoteForgeKind, () => Promise<(options: OpenOptions) => ForgeAdapter>> = {
  bitbucket: async () => (await import('./bitbucket/bitbucket-adapter.ts')).openBitbucket,
  gitea: async () => (await import('./gitea/gitea-adapter.ts')).openGitea,
  github: async () => (await import('./github/github-adapter.ts')).openGithub,
  gitlab: async () => (await import('./gitlab/gitlab-adapter.ts')).openGitlab,
};

/** Opens a remote forge, with the verifier of its webhook deliveries. */
export async function openForge(settings: RemoteForgeSettings, deps: Deps) {
  const { db, sealer, clock, onEnded, runExclusively } = deps;
  const open = await kinds[settings.kind]();
  const adapter = open({
    url: settings.url,
    agent: `Millrace/${deps.version}`,
    cache: createByteCache(cacheBytes),
    logger: deps.logger,
    clock,
  });
  const identities = new IdentityStore(db, sealer);
  const hooks = new HookStore(db, sealer);
  const oauth = new OAuth(adapter.oauth, { ...settings, nowSec: () => clock.nowSec() });
  const access = new AccountAccess({
    identities,
    oauth,
    clock,
    onEnded,
    runExclusively,
    findAccount: (token) => adapter.findAccount(token),
  });
  const forge = new RemoteForge({ ...deps, settings, adapter, identities, access, hooks, oauth });
  return { forge, adapter, hooks, identities };
}

/** A remote forge, with the identities of accounts there and its webhooks. */
export type OpenedForge = Awaited<ReturnType<typeof openForge>>;
