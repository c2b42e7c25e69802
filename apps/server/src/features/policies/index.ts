import {
  deletePolicy,
  listPolicies,
  maxPolicies,
  type Policy,
  previewedBuilds,
  previewPolicy,
  setPolicy,
} from '@millrace/contract/api';
import { badRequest, missing, StageRefusal } from '@millrace/contract/api-errors';
import { starterOf } from '@millrace/contract/starter-of';
import type { BuildEvent } from '@millrace/contract/vocabulary';
import { readFilledFile } from '../../builds/read-filled-file.ts';
import { byPeople } from '../../db/table-bound.ts';
import type { CreateFeature } from '../../feature.ts';
import { appliesTo, type JudgedBuild, judgePolicies, judgePolicy } from './judge-policies.ts';
import { PolicyStore } from './policy-store.ts';

interface Question {
  slug: string;
  namespace: string;
  event: BuildEvent;
  target: string;
  person: string;
}

/** Policies: what pipeline files may use, what they must run, and who deploys. */
export const policies: CreateFeature = (core) => {
  const { buildReadModel, builds, clock, db, pipelineReader } = core;
  const store = new PolicyStore(db);
  const today = () => new Date(clock.nowSec() * 1000).toISOString().slice(0, 10);
  const judgedBuild = async (
    question: Question,
    yaml: string,
    stages: readonly string[],
  ): Promise<JudgedBuild> => ({
    ...question,
    steps: await pipelineReader.run(question.slug, {
      name: 'listJudgedSteps',
      input: [yaml, [...stages]],
    }),
  });
  return {
    owns: { policies: byPeople },
    pipelineFile: {
      findProblem: async ({ slug, namespace }, yaml, stages, { event, target, person }) => {
        const question = { slug, namespace, event, target, person };
        const inForce = (await store.list()).filter(
          (policy) => policy.enabled && appliesTo(policy, question, today()),
        );
        if (inForce.length === 0) return undefined;
        return judgePolicies(inForce, await judgedBuild(question, yaml, stages), today());
      },
    },
    // The file may be older than a policy: of a restart, or of a stage that waited.
    stageInputs: async ({ repo: { slug, namespace }, build, config, stage }) => {
      const { event, deploy_to: target = '' } = build;
      const question = { slug, namespace, event, target, person: starterOf(build) };
      const ofSteps = (await store.list()).filter(
        (policy) =>
          policy.enabled &&
          policy.require_image === undefined &&
          appliesTo(policy, question, today()),
      );
      if (ofSteps.length === 0) return {};
      const judged = await judgedBuild(question, config, [stage.name]);
      const problem = judgePolicies(ofSteps, judged, today());
      if (problem) throw new StageRefusal(problem);
      return {};
    },
    addRoutes: ({ api }) => {
      api.session(listPolicies, () => store.list());
      api.session(setPolicy, async ({ params: { policy: name }, body }) => {
        requireOneRule(body);
        if (name.trim() !== name || name === '' || name.length > 100) {
          throw badRequest(
            'The name of a policy has 1 to 100 characters, without spaces at its ends',
          );
        }
        const others = (await store.list()).filter((policy) => policy.name !== name);
        if (others.length >= maxPolicies) {
          throw badRequest(`A server has at most ${maxPolicies} policies`, 'limit_reached');
        }
        await store.put(name, body);
        return { name, ...body };
      });
      api.session(deletePolicy, async ({ params: { policy: name } }) => {
        if (!(await store.delete(name))) throw missing('There is no policy with this name');
        return undefined;
      });
      api.session(previewPolicy, async ({ body }) => {
        requireOneRule(body);
        const policy: Policy = { name: 'preview', ...body };
        const rows = await db
          .selectFrom('builds')
          .innerJoin('repos', 'repos.id', 'builds.repo_id')
          .select(['builds.id', 'builds.number', 'builds.event', 'repos.slug', 'repos.namespace'])
          .orderBy('builds.id', 'desc')
          .limit(previewedBuilds * 20)
          .execute();
        const newest = rows
          .filter((row) => appliesTo(policy, row, today()))
          .slice(0, previewedBuilds);
        const stopped = [];
        for (const { id, number, event, slug, namespace } of newest) {
          const state = await buildReadModel.findById(id);
          if (!state) continue;
          const file = await builds.findFile(id);
          const yaml = await readFilledFile(pipelineReader, slug, file, state);
          const names = (state.stages ?? []).map((stage) => stage.name);
          // A build without stages has run nothing.
          if (names.length === 0) continue;
          const { deploy_to: target = '' } = state;
          const question = { slug, namespace, event, target, person: starterOf(state) };
          const problem = judgePolicy(policy, await judgedBuild(question, yaml, names), today());
          if (problem) stopped.push({ repo: slug, build: number, problem });
        }
        return { builds: newest.length, stopped };
      });
    },
  };
};

function requireOneRule({ images, require_image, deploy }: Omit<Policy, 'name'>): void {
  const rules = [images, require_image, deploy].filter((rule) => rule !== undefined);
  if (rules.length !== 1) {
    throw badRequest('A policy has one of images, require_image and deploy');
  }
}
