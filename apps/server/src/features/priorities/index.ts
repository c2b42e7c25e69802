import { priorities as ranks } from '@millrace/build-rules';
import { getRepoPriority, prioritizeBuild, setRepoPriority } from '@millrace/contract/api';
import { conflict, forbidden, missing } from '@millrace/contract/api-errors';
import { isFinished } from '@millrace/contract/vocabulary';
import type { CreateFeature } from '../../feature.ts';
import { findPriority, raises } from './find-priority.ts';
import { PriorityStore } from './priority-store.ts';

/** Priorities: which builds go first in the queue. */
export const priorities: CreateFeature = ({ builds, buildReadModel, changeBuild, db }) => {
  const store = new PriorityStore(db);
  return {
    owns: { repo_priorities: 'repository' },
    buildPriority: async (repo, request) => findPriority(request, await store.find(repo.id)),
    addRoutes: ({ api }) => {
      api.repo(getRepoPriority, ({ repo }) => store.find(repo.id));
      api.repo(setRepoPriority, async ({ repo, viewer, body }) => {
        if (!viewer?.admin && raises(await store.find(repo.id), body)) {
          throw forbidden('Only system admins give builds a high priority');
        }
        await store.put(repo.id, body);
        return body;
      });
      api.repo(prioritizeBuild, async ({ repo, params, body }) => {
        const build = await builds.findByNumber(repo.id, params.build);
        if (!build) throw missing();
        if (isFinished(build.status)) throw conflict('The build has finished');
        await changeBuild.send(
          { build: build.id },
          { kind: 'prioritize', priority: ranks[body.priority] },
        );
        const changed = await buildReadModel.findById(build.id);
        if (!changed) throw missing();
        return changed;
      });
    },
  };
};
