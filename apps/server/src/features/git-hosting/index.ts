import type { Core } from '../../core.ts';
import type { CreateFeature } from '../../feature.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { createGitHost } from './git-host.ts';
import { registerGitRoutes } from './git-routes.ts';

/** Git over HTTP for the repositories of this server, unless a remote forge hosts them. */
export const gitHosting: CreateFeature = (core, ports) => {
  const { config, hosting, leases, remote } = core;
  const host = createGitHost({ ...core, files: hosting.files, ports });
  return {
    ports: { addHostedRepo: host.addRepo },
    addRoutes: ({ app }) => {
      if (!remote) registerGitRoutes(app, { host, ...hosting, limits: config.git });
    },
    start: async () => {
      if (!remote) await hosting.forge.listen((event) => ports.receiveForgeEvent(event));
    },
    jobs: {
      // A single server receives pushes when it starts, so it needs no job.
      receivePushes: remote || !leases.areShared ? null : createReceivePushesJob(core),
    },
  };
};

function createReceivePushesJob({ hosting, ...core }: Core): RepeatedJob {
  return new RepeatedJob({
    ...core,
    everyMs: 60_000,
    failure: 'Pushes to a stopped server could not be processed',
    work: () => hosting.forge.receivePending(),
  });
}
