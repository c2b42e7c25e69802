import type { CreateFeature } from '../../feature.ts';
import { ChangeStatuses } from './change-statuses.ts';
import { CommitStatusReporter } from './commit-status-reporter.ts';
import { CommitStatusStore } from './commit-status-store.ts';
import { SkippedStatuses } from './skipped-statuses.ts';

const owns = ['commit_statuses'] as const;

/** Commit statuses: reports the status of builds to the forge, which shows it beside each commit. */
export const commitStatuses: CreateFeature = (core) => {
  const { builds, buildChanges, config, db, remote, repos, stages } = core;
  if (!remote)
    return { owns, ports: { reportSkipped: async () => {}, reportFileChange: async () => {} } };
  const deps = {
    ...core,
    statuses: new CommitStatusStore(db),
    forge: remote.forge,
    findRepo: (id: number) => repos.findById(id),
    statusName: config.forge.statusName,
  };
  const reporter = new CommitStatusReporter({
    ...deps,
    changes: buildChanges,
    findBuild: (id) => builds.findById(id),
    isBlocked: async ({ id }) => (await stages.list(id)).some(({ status }) => status === 'blocked'),
  });
  const skipped = new SkippedStatuses(deps);
  const changes = new ChangeStatuses(deps);
  return {
    owns,
    ports: {
      reportFileChange: async (build, result) => {
        if (config.forge.reportsFileChanges) await changes.add(build, result);
      },
      reportSkipped: async (repo, request, reason) => {
        if (config.forge.reportsSkipped) await skipped.add(repo, request, reason);
      },
    },
    jobs: { commitStatuses: reporter, skippedStatuses: skipped, changeStatuses: changes },
  };
};
