import type { CreateFeature } from '../../feature.ts';
import { buildsPort } from '../builds/port.ts';
import { createAutomaticStart } from './automatic-start.ts';
import { createBisectionJobs, toBisectionJob } from './bisection-jobs.ts';
import { registerBisectionRoutes } from './bisection-routes.ts';
import { BisectionStarter } from './bisection-starter.ts';
import { BisectionStore } from './bisection-store.ts';
import { Bisector } from './bisector.ts';
import { CommentSender } from './comment-sender.ts';

/** Bisections: find the commit with which a step began to fail, by builds of the commits between two builds. */
export const bisections: CreateFeature = (core, ask, contributed) => {
  const { remote } = core;
  const comments = remote?.forge.hasComments
    ? new CommentSender({ ...core, forge: remote.forge })
    : null;
  const bisector = new Bisector({
    ...core,
    buildsPort: ask(buildsPort),
    contributed,
    onFound: async (trx, bisection) => comments?.addIn(trx, bisection),
    addJob: (trx, bisection) => jobs.addIn(trx, toBisectionJob(bisection)),
  });
  const jobs = createBisectionJobs({
    ...core,
    advance: (id, stopped) => bisector.advance(id, stopped),
    fail: (id, reason) => bisector.fail(id, reason),
  });
  const starter = new BisectionStarter({ ...core, jobs });
  return {
    owns: {
      bisections: { reason: 'Each repository keeps its newest ones' },
      bisection_commits: { reason: 'Deleted with its bisection' },
      bisection_runs: { reason: 'Deleted with its bisection' },
      bisection_settings: 'repository',
    },
    addRoutes: ({ api }) =>
      registerBisectionRoutes(api, { ...core, starter, jobs, canComment: comments !== null }),
    personData: ({ login }) => ({
      bisections: async function* () {
        yield* await new BisectionStore(core.db).listOfPerson(login);
      },
    }),
    forgetPerson: (person) => new BisectionStore(core.db).forget(person),
    jobs: {
      bisections: jobs,
      bisectionStarts: createAutomaticStart({ ...core, starter }),
      bisectionComments: comments?.jobs ?? null,
    },
  };
};
