import type { RetainedData } from '@millrace/contract/retention';
import { BuildStore } from '../../builds/build-store.ts';
import { LatestBuildStore } from '../../builds/latest-build-store.ts';
import type { Db } from '../../db/database.ts';
import type { Repo } from '../../domain/repo.ts';
import { createRetention, type RetentionLimits } from '../../domain/retention.ts';

/** A build that retention deletes, or whose data it deletes. */
export interface ExpiredBuild {
  id: number;
  data: RetainedData[];
}

interface Options {
  limits: RetentionLimits;
  deployments: number;
  nowSec: number;
}

/** Builds read at once. A page takes a few milliseconds. */
const pageSize = 50;

/** Yields the builds of a repository that retention affects, a page at a time. Empty pages are yielded, too. */
export async function* findExpired(
  db: Db,
  { id, defaultBranch }: Pick<Repo, 'id' | 'defaultBranch'>,
  options: Options,
): AsyncGenerator<ExpiredBuild[]> {
  if (Object.values(options.limits).every((limit) => limit === 0)) return;
  const builds = new BuildStore(db);
  const branches = new Set(await new LatestBuildStore(db).listNames(id, 'branch'));
  branches.add(defaultBranch);
  const decide = createRetention({ ...options, branches });
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const page = await builds.listForRetention(id, before, pageSize);
    yield page
      .map((build) => ({ id: build.id, data: decide(build) }))
      .filter(({ data }) => data.length > 0);
    const last = page.at(-1);
    if (!last) return;
    before = last.number;
  }
}
