import {
  getRetention,
  patchRetention,
  previewRetention,
  previewServerRetention,
  putRetention,
  type RetentionBody,
  type RetentionPreview,
  type RetentionState,
} from '@millrace/contract/api';
import { retentionNames } from '@millrace/contract/retention';
import { retentionBody } from '@millrace/contract/schemas';
import type { Clock } from '@millrace/node-kit/clock';
import type { BuildData } from '../../builds/build-data.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { retentionOf } from '../../domain/retention.ts';
import { type ApiRoutes, JsonText } from '../../http/api-routes.ts';
import { linkToNext } from '../../http/page.ts';
import type { RepoStore } from '../../repositories/repo-store.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { maxPageMs, RetentionPreviews } from './preview.ts';
import { type RetentionSettings, readWanted } from './retention-settings.ts';

interface Deps {
  db: Database;
  clock: Clock;
  config: Pick<Config, 'retention' | 'branchDays'>;
  repos: RepoStore;
  settings: RetentionSettings;
  kinds: () => readonly BuildData[];
}

const reposAtOnce = 100;

export function registerRetentionRoutes(routes: ApiRoutes, deps: Deps): void {
  const { settings, repos, config } = deps;
  const { limits: server, deployments } = config.retention;
  // A preview reads every build of a repository: several at the same time would delay other calls.
  const inTurn = oneAtATime();
  const previews = new RetentionPreviews({ ...deps, ...config, deployments });

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
    const before = readBefore(query);
    const { preview, next } = await inTurn(() =>
      previews.readPage(repo, { limits, before, signal: closed }),
    );
    return answer(preview, next === undefined ? undefined : { ...query, before: String(next) });
  });

  routes.session(previewServerRetention, async ({ closed, query }) => {
    const startedAt = performance.now();
    const losses: { repo: string; deleted: RetentionPreview }[] = [];
    let before = readBefore(query);
    for (let offset = Number(query.offset ?? 0); ; ) {
      const page = await repos.listAll({ limit: reposAtOnce, offset });
      for (const repo of page) {
        const limits = await settings.findLimits(repo.id);
        const { preview: deleted, next } = await inTurn(() =>
          previews.readPage(repo, { limits, before, signal: closed }),
        );
        if (countLosses(deleted) > 0) losses.push({ repo: repo.slug, deleted });
        before = next;
        if (before === undefined) offset++;
        if (before !== undefined || performance.now() - startedAt > maxPageMs) {
          return answer(losses, { offset: String(offset), before: before?.toString() });
        }
      }
      if (page.length < reposAtOnce) return answer(losses);
    }
  });
}

function readBefore({ before }: { before?: string | undefined }): number | undefined {
  return before === undefined ? undefined : Number(before);
}

/** Answers with a page. */
function answer<Output>(body: Output, next?: Record<string, string | undefined>): JsonText<Output> {
  return new JsonText(JSON.stringify(body), next ? { link: linkToNext(next) } : {});
}

function countLosses({ build, log, artifact, test, unreadable = 0 }: RetentionPreview): number {
  return build.builds + log.builds + artifact.builds + test.builds + unreadable;
}

/** Reads limits in the query, with the checks of the body. */
function toBody(query: Partial<Record<string, string>>): RetentionBody {
  const named = retentionNames.flatMap((name) =>
    query[name] === undefined ? [] : [[name, Number(query[name])]],
  );
  return retentionBody.parse(Object.fromEntries(named));
}
