import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import { version } from '@millrace/node-kit/version';
import type { UserStore } from './accounts/user-store.ts';
import type { Config } from './config/config.ts';
import type { DataDir } from './config/data-dir.ts';
import type { RemoteForgeSettings } from './config/forge-settings.ts';
import type { Db } from './db/database.ts';
import type { AccessEnd } from './domain/user.ts';
import { BuiltinForge } from './forges/builtin/builtin-forge.ts';
import { ClonePasswords } from './forges/builtin/clone-credentials.ts';
import type { GitHosting } from './forges/builtin/git-hosting.ts';
import { PushPasswords } from './forges/builtin/push-credentials.ts';
import { RepositoryFiles } from './forges/builtin/repository-files.ts';
import type { OpenedForge } from './forges/open-forge.ts';
import { toForgeRepo } from './repositories/repo-mapper.ts';
import type { RepoStore } from './repositories/repo-store.ts';
import type { Sealer } from './shared/sealer.ts';

interface Deps {
  config: Pick<Config, 'forge'>;
  dirs: Pick<DataDir, 'repositories'>;
  db: Db;
  sealer: Sealer;
  /** Runs a job while no other server runs a job of this name. */
  runExclusively: <Result>(name: string, job: () => Promise<Result>) => Promise<Result>;
  clock: Clock;
  logger: Logger;
  repos: RepoStore;
  userStore: UserStore;
  publicUrl: () => string;
  /** Called when the remote forge no longer accepts an account. */
  onAccessEnded: (userId: number, end: AccessEnd) => Promise<void>;
}

/** Opens the git hosting of this server, and the remote forge if one is configured. */
export async function openForges(
  deps: Deps,
): Promise<{ hosting: GitHosting; remote: OpenedForge | null }> {
  const { config, runExclusively, publicUrl, repos, userStore } = deps;
  const files = new RepositoryFiles(deps.dirs.repositories);
  const clonePasswords = new ClonePasswords(deps.sealer, deps.clock);
  const pushPasswords = new PushPasswords(deps.sealer, deps.clock);
  const forge = new BuiltinForge({
    files,
    clonePasswords,
    publicUrl,
    runExclusively,
    listGrantedRepos: async (login) => {
      const user = await userStore.findByLogin(login);
      if (!user) return [];
      const granted = await repos.listGranted(user.id);
      return granted.map((repo) => toForgeRepo(repo, repo.permissions));
    },
  });
  const remote = config.forge.remote && (await openRemote(config.forge.remote, deps));
  return { hosting: { forge, files, clonePasswords, pushPasswords }, remote };
}

/** Loads the code of remote forges only if there is one. */
async function openRemote(settings: RemoteForgeSettings, deps: Deps): Promise<OpenedForge> {
  const { openForge } = await import('./forges/open-forge.ts');
  return openForge(settings, { ...deps, version: version.version, onEnded: deps.onAccessEnded });
}
