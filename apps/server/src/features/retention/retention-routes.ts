import {
  getRetention,
  patchRetention,
  previewRetention,
  previewServerRetention,
  putRetention,
  type RetentionBody,
  type RetentionState,
} from '@millrace/contract/api';
import { retentionNames } from '@millrace/contract/retention';
import { retentionBody } from '@millrace/contract/schemas';
import type { Clock } from '@millrace/node-kit/clock';
import type { BuildData } from '../../builds/build-data.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { retentionOf } from '../../domain/retention.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { RepoStore } from '../../repositories/repo-store.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { previewRetentionOf } from './preview.ts';
import { type RetentionSettings, readWanted } from './retention-settings.ts';

interface Deps {
  db: Database;
  clock: Clock;
  config: Pick<Config, 'retention'>;
  repos: RepoStore;
  settings: RetentionSettings;
  kinds: () => readonly BuildData[];
}

const reposAtOnce = 100;

export function registerRetentionRoutes(routes: ApiRoutes, deps: Deps): void {
  const { settings, repos, config, clock, kinds, db } = deps;
  const { limits: server, deployments } = config.retention;
  // A preview reads every build of a repository: several at the same time would delay other calls.
  const inTurn = oneAtATime();
  const optionsAt = (signal: AbortSignal) => ({
    db,
    kinds: kinds(),
    deployments,
    nowSec: clock.nowSec(),
    signal,
  });

  const read = async (repoId: number): Promise<RetentionState> => {
    const known = await settings.findOwn(repoId);
    const own = Object.fromEntries(
      retentionNames.map((name) => [name, known[name]?.value ?? null]),
    ) as RetentionState['own'];
    return { own, server, limits: retentionOf(known, server), deployments };
  };

  routes.repo(getRetention, ({ repo }) => read(repo.id));

  routes.repo(putRetention, async ({ repo, viewer, body }) => {
    await settings.put(repo.id, body, viewer?.admin === true);
    return await read(repo.id);
  });

  routes.repo(patchRetention, async ({ repo, viewer, body }) => {
    await settings.patch(repo.id, body, viewer?.admin === true);
    return await read(repo.id);
  });

  routes.repo(previewRetention, async ({ repo, viewer, query, closed }) => {
    const known = await settings.findOwn(repo.id);
    const isSystemAdmin = viewer?.admin === true;
    const own = readWanted(toBody(query), { known, server, isSystemAdmin });
    const limits = retentionOf(own, server);
    return await inTurn(() => previewRetentionOf(repo, { ...optionsAt(closed), limits }));
  });

  routes.session(previewServerRetention, async ({ closed }) => {
    const previews = [];
    for (let offset = 0; ; offset += reposAtOnce) {
      const page = await repos.listAll({ limit: reposAtOnce, offset });
      for (const repo of page) {
        const limits = await settings.findLimits(repo.id);
        const deleted = await inTurn(() =>
          previewRetentionOf(repo, { ...optionsAt(closed), limits }),
        );
        if (Object.values(deleted).some(({ builds }) => builds > 0)) {
          previews.push({ repo: repo.slug, deleted });
        }
      }
      if (page.length < reposAtOnce) return previews;
    }
  });
}

/** Reads limits in the query, with the checks of the body. */
function toBody(query: Partial<Record<string, string>>): RetentionBody {
  const named = retentionNames.flatMap((name) =>
    query[name] === undefined ? [] : [[name, Number(query[name])]],
  );
  return retentionBody.parse(Object.fromEntries(named));
}
