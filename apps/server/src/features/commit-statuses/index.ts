import { waitsForApproval } from '@millrace/build-rules';
import type { CreateFeature } from '../../feature.ts';
import { ChangeStatuses } from './change-statuses.ts';
import { createCommitStatusReporter } from './commit-status-reporter.ts';
import { CommitStatusStore } from './commit-status-store.ts';
import { SkippedStatuses } from './skipped-statuses.ts';

const owns = { commit_statuses: 'build' } as const;

/** Commit statuses: reports the status of builds to the forge, which shows it beside each commit. */
export const commitStatuses: CreateFeature = (core) => {
  const { builds, config, db, remote, repos, stages } = core;
  if (!remote) return { owns };
  const deps = {
    ...core,
    statuses: new CommitStatusStore(db),
    forge: remote.forge,
    findRepo: (id: number) => repos.findById(id),
    statusName: config.forge.statusName,
  };
  const reporter = createCommitStatusReporter({
    ...deps,
    findBuild: (id) => builds.findById(id),
    isBlocked: async ({ id }) => (await stages.list(id)).some(waitsForApproval),
  });
  const skipped = new SkippedStatuses(deps);
  const changes = new ChangeStatuses(deps);
  return {
    owns,
    onFileChange: async (build, result) => {
      if (config.forge.reportsFileChanges) await changes.add(build, result);
    },
    onSkipped: async (repo, request, event) => {
      if (config.forge.reportsSkipped) await skipped.add(repo, request, event);
    },
    jobs: {
      commitStatuses: reporter,
      skippedStatuses: skipped.jobs,
      changeStatuses: changes.jobs,
    },
  };
};
