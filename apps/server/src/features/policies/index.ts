import { StageRefusal } from '@millrace/contract/api-errors';
import { starterOf } from '@millrace/contract/starter-of';
import { byPeople } from '../../db/table-bound.ts';
import type { CreateFeature } from '../../feature.ts';
import { PolicyChecks } from './policy-checks.ts';
import { registerPolicyRoutes } from './policy-routes.ts';
import { PolicyStore } from './policy-store.ts';
import { previewPolicy } from './preview-policy.ts';

/** Policies: what pipeline files may use, what they must run, and who deploys. */
export const policies: CreateFeature = (core) => {
  const store = new PolicyStore(core.db);
  const checks = new PolicyChecks({ ...core, store });
  return {
    owns: { policies: byPeople },
    pipelineFile: {
      findProblem: ({ slug, namespace }, yaml, stages, build) =>
        checks.findProblem({ slug, namespace, ...build }, yaml, stages),
    },
    // The file may be older than a policy: of a restart, or of a stage that waited.
    stageInputs: async ({ repo: { slug, namespace }, build, config, stage }) => {
      const { event, deploy_to: target = '' } = build;
      const facts = { slug, namespace, event, target, person: starterOf(build) };
      // Another stage may run the required image.
      const problem = await checks.findProblem(
        facts,
        config,
        [stage.name],
        ({ require_image }) => require_image === undefined,
      );
      if (problem) throw new StageRefusal(problem);
      return {};
    },
    addRoutes: ({ api }) =>
      registerPolicyRoutes(api, store, (policy) => previewPolicy({ ...core, checks }, policy)),
  };
};
