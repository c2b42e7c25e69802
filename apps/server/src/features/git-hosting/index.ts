import type { Core } from '../../core.ts';
import type { CreateFeature } from '../../feature.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { buildsPort } from '../builds/port.ts';
import { usersPort } from '../users/port.ts';
import { createGitHost } from './git-host.ts';
import { registerGitRoutes } from './git-routes.ts';
import { gitHostingPort } from './port.ts';
import { recordStepPush } from './record-step-push.ts';
import { createReadCheck } from './refuse-build-read.ts';
import { refuseLfs } from './refuse-lfs.ts';
import { StepPushes } from './step-pushes.ts';

/** Git over HTTP for the repositories of this server, unless a remote forge hosts them. */
export const gitHosting: CreateFeature = (core, ask, contributed) => {
  const { config, hosting, leases, remote } = core;
  const builds = ask(buildsPort);
  const host = createGitHost({
    ...core,
    files: hosting.files,
    usersPort: ask(usersPort),
    contributed,
    refuseBuildRead: createReadCheck({ ...core, contributed }),
  });
  const stepPushes = new StepPushes(core);
  return {
    stageInputs: (stage) => stepPushes.listFor(stage),
    port: gitHostingPort.answer({ addHostedRepo: host.addRepo }),
    addRoutes: ({ app }) => {
      if (remote) return;
      registerGitRoutes(app, {
        host,
        ...hosting,
        stepPushes,
        contributed,
        limits: config.git,
      });
      refuseLfs(app);
    },
    start: async () => {
      if (remote) return;
      await hosting.forge.listen(async (event) => {
        await recordStepPush(core, event);
        return builds.receiveForgeEvent(event);
      });
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
