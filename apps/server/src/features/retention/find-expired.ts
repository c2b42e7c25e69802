import { setImmediate } from 'node:timers/promises';
import type { RetainedData } from '@millrace/contract/retention';
import { LatestBuildStore } from '../../builds/latest-build-store.ts';
import { RetainedBuildsStore } from '../../builds/retained-builds-store.ts';
import type { Db } from '../../db/database.ts';
import type { Repo } from '../../domain/repo.ts';
import {
  createRetention,
  type RetainedBuild,
  type RetentionLimits,
} from '../../domain/retention.ts';

/** A build that retention deletes, or whose data it deletes. */
export interface ExpiredBuild {
  id: number;
  data: RetainedData[];
}

export interface ExpiredPage {
  builds: ExpiredBuild[];
  /** Number of the last build that was read, also if retention does not affect it. */
  last: number;
}

/** Settings of the server about builds that are retained whatever the limits are. */
export interface RetainedAlways {
  /** Number of successful deployments of each environment. */
  deployments: number;
  /** Days after its last build until a branch retains no builds; 0 for no limit. */
  branchDays: number;
}

interface Options extends RetainedAlways {
  limits: RetentionLimits;
  nowSec: number;
  /** Yields only builds with a smaller number. It reads the others as well. */
  before?: number | undefined;
}

/** Builds read at once. A page takes a few milliseconds. */
const pageSize = 250;

/** Yields the builds of a repository that retention affects, a page at a time. Empty pages are yielded, too. */
export async function* findExpired(
  db: Db,
  { id, defaultBranch }: Pick<Repo, 'id' | 'defaultBranch'>,
  { before = Number.MAX_SAFE_INTEGER, ...options }: Options,
): AsyncGenerator<ExpiredPage, undefined> {
  if (Object.values(options.limits).every((limit) => limit === 0)) return;
  const builds = new RetainedBuildsStore(db);
  const branches = new Set(await new LatestBuildStore(db).listBranches(id, branchesSince(options)));
  branches.add(defaultBranch);
  const decide = createRetention({ ...options, branches });
  for (let last = Number.MAX_SAFE_INTEGER; ; ) {
    const page = await builds.list(id, last, pageSize);
    const oldest = page.at(-1);
    if (!oldest) return;
    last = oldest.number;
    // Also for builds that are not yielded: what is retained of older builds depends on them.
    const decided = page.map((build) => ({ ...build, data: decide(build) }));
    const isWanted = ({ number, data }: RetainedBuild & ExpiredBuild) =>
      number < before && data.length > 0;
    if (last < before) {
      const expired = decided.filter(isWanted);
      yield { builds: expired.map(({ id, data }) => ({ id, data })), last };
    } else await setImmediate();
  }
}

/** Returns the time of the last build from which on a branch retains builds. */
export function branchesSince({
  branchDays,
  nowSec,
}: Pick<Options, 'branchDays' | 'nowSec'>): number {
  return branchDays === 0 ? 0 : nowSec - branchDays * 86_400;
}
