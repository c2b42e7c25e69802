import type { Build } from '@millrace/build-rules';
import { pageSlug } from '@millrace/contract/reserved-names';
import { branchRef } from '@millrace/pipeline/git-ref';
import { type BuildJobDeps, createBuildJobs } from '../../builds/build-jobs.ts';
import type { Repo } from '../../domain/repo.ts';
import type { RemoteForge } from '../../forges/remote/remote-forge.ts';
import type { Loop } from '../../jobs/loop.ts';
import { whileBusy } from '../../shared/while-busy.ts';
import type { CommitStatusStore, ReportedStatus } from './commit-status-store.ts';
import { contextsOf, describeStatus, pendingApproval, sharedContextOf } from './describe-status.ts';
import { findShownBuild } from './find-shown-build.ts';

interface Deps extends BuildJobDeps {
  statuses: CommitStatusStore;
  forge: Pick<RemoteForge, 'kind' | 'reportStatus' | 'reportDeployment'>;
  findBuild: (id: number) => Promise<Build | undefined>;
  /** Whether a stage of the build waits for approval. */
  isBlocked: (build: Build) => Promise<boolean>;
  findRepo: (id: number) => Promise<Repo | undefined>;
  publicUrl: () => string;
  /** Prefix of the context of each status; null for the default contexts. */
  statusName: string | null;
}

/** Maximum time to retry while the forge is unavailable. Afterwards the status is dropped. */
const giveUpSec = 24 * 60 * 60;

/** Reports the status of builds to the forge, which shows it beside their commits. */
export function createCommitStatusReporter(deps: Deps): Loop {
  return createBuildJobs(deps, {
    name: 'commit-status',
    listener: 'commit statuses',
    giveUpSec,
    keyOf: (_, { buildId }) => String(buildId),
    run: (buildId) => report(deps, buildId),
  });
}

async function report(deps: Deps, buildId: number): Promise<void> {
  const { statuses, findBuild } = deps;
  const build = await findBuild(buildId);
  if (!build || build.bisection) return;
  const reported = await statuses.find(buildId);
  const current = await show(deps, build, reported);
  if (current !== reported) await whileBusy(() => statuses.store(build, current));
}

/** Reports a status, and returns the new state at the forge; the same object if nothing changed. */
async function show(
  { statuses, forge, findRepo, isBlocked, publicUrl, statusName }: Deps,
  build: Build,
  reported: ReportedStatus,
): Promise<ReportedStatus> {
  const repo = await findRepo(build.repoId);
  if (repo?.forge !== forge.kind) return reported;
  const { after, deployTo } = build;
  const isWaiting = build.status === 'pending' && (await isBlocked(build));
  const status = isWaiting ? 'blocked' : build.status;
  if (status === reported.shown) return reported;
  const stateOf = (shown: Pick<Build, 'number' | 'status'> & Partial<Build>) => ({
    status: shown.status,
    description: describeStatus(shown.status, shown.ignoredFailures),
    url: `${publicUrl()}/${pageSlug(repo.slug)}/${shown.number}`,
  });
  const state = {
    ...stateOf({ ...build, status }),
    ...(isWaiting ? { description: pendingApproval } : {}),
  };
  const ref = build.sourceRepo === repo.slug ? branchRef(build.source) : build.ref;
  const ofCommit = await statuses.listOfCommit(build.repoId, after);
  for (const context of contextsOf(statusName, build)) {
    const shown = findShownBuild(statusName, context, ofCommit);
    const isOwn = shown?.number === build.number;
    // If another build is shown, it has reported its status. In a shared context, it may have been hidden.
    if (!shown || !(isOwn || context === sharedContextOf(statusName))) continue;
    await forge.reportStatus(repo, after, { ...(isOwn ? state : stateOf(shown)), context, ref });
  }
  if (!deployTo) return { shown: status, deployment: '' };
  // A deployment is always reported, even if a newer build reports the status of the commit.
  const facts = { ...state, environment: deployTo };
  return {
    shown: status,
    deployment: await forge.reportDeployment(repo, after, facts, reported.deployment),
  };
}
