import type { CreateFeature } from '../../feature.ts';
import { AutomaticStart } from './automatic-start.ts';
import { BisectionJobs } from './bisection-jobs.ts';
import { registerBisectionRoutes } from './bisection-routes.ts';
import { BisectionStarter } from './bisection-starter.ts';
import { Bisector } from './bisector.ts';
import { CommentSender } from './comment-sender.ts';

/** Bisections: find the commit with which a step began to fail, by builds of the commits between two builds. */
export const bisections: CreateFeature = (core, ports) => {
  const { remote, buildChanges: changes } = core;
  const comments = remote?.forge.hasComments
    ? new CommentSender({ ...core, forge: remote.forge })
    : null;
  const bisector = new Bisector({
    ...core,
    ports,
    onFound: async (trx, bisection) => comments?.addIn(trx, bisection),
    addJob: (trx, bisection) => jobs.addIn(trx, bisection),
  });
  const jobs = new BisectionJobs({
    ...core,
    changes,
    advance: (id, stopped) => bisector.advance(id, stopped),
    fail: (id, reason) => bisector.fail(id, reason),
  });
  const starter = new BisectionStarter({ ...core, jobs });
  return {
    owns: ['bisections', 'bisection_commits', 'bisection_runs', 'bisection_settings'],
    addRoutes: ({ api }) =>
      registerBisectionRoutes(api, { ...core, starter, jobs, canComment: comments !== null }),
    jobs: {
      bisections: jobs,
      bisectionStarts: new AutomaticStart({ ...core, changes, starter }),
      bisectionComments: comments,
    },
  };
};
