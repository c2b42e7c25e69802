import type { CreateFeature } from '../../feature.ts';
import { CommitStatusReporter } from './commit-status-reporter.ts';
import { CommitStatusStore } from './commit-status-store.ts';

const owns = ['commit_statuses'] as const;

/** Commit statuses: reports the status of builds to the forge, which shows it beside each commit. */
export const commitStatuses: CreateFeature = (core) => {
  const { builds, buildChanges, config, db, remote, repos, stages } = core;
  if (!remote) return { owns };
  const reporter = new CommitStatusReporter({
    ...core,
    statuses: new CommitStatusStore(db),
    changes: buildChanges,
    forge: remote.forge,
    findBuild: (id) => builds.findById(id),
    isBlocked: async ({ id }) => (await stages.list(id)).some(({ status }) => status === 'blocked'),
    findRepo: (id) => repos.findById(id),
    statusName: config.forge.statusName,
  });
  return { owns, jobs: { commitStatuses: reporter } };
};
