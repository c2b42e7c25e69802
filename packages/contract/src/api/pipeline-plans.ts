import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './pipeline-plans.schema.ts';

/** Maximum length of an edited pipeline file. */
export const maxEditedCharacters = 500_000;

/** Number of earlier builds of a back-test, by default and at most. */
export const usualBackTestBuilds = 50;

export const maxBackTestBuilds = 100;

/** Maximum number of listed stages and steps of a build that differ. */
export const maxChangesOfBuild = 100;

export type PipelineProblem = z.infer<typeof schema.pipelineProblem>;

export type PlannedPipeline = z.infer<typeof schema.plannedPipeline>;

export type PlanFacts = z.infer<typeof schema.planFacts>;

export type PlannedBuild = z.infer<typeof schema.plannedBuild>;

export type FilePlan = z.infer<typeof schema.filePlan>;

/** `policy` if a stage or a step runs after other results of earlier steps. */
export const changeKinds = ['added', 'removed', 'policy'] as const;

export type ChangedPart = z.infer<typeof schema.changedPart>;

export type TestedBuild = z.infer<typeof schema.testedBuild>;

export type BackTest = z.infer<typeof schema.backTest>;

export type BranchFile = z.infer<typeof schema.branchFile>;

export const getBranchFile = defineCall<typeof schema.getBranchFile>()(
  'GET',
  '/api/repos/:namespace/:name/pipeline',
);

export const planPipelineFile = defineCall<typeof schema.planPipelineFile>()(
  'POST',
  '/api/repos/:namespace/:name/pipeline/plan',
);

/** Maximum number of builds that are listed of a commit, the newest ones. */
export const maxBuildsOfCommit = 10;

export type CommitPlan = z.infer<typeof schema.commitPlan>;

export const getCommitPlan = defineCall<typeof schema.getCommitPlan>()(
  'GET',
  '/api/repos/:namespace/:name/pipeline/commits/:commit',
);

export const backTestPipelineFile = defineCall<typeof schema.backTestPipelineFile>()(
  'POST',
  '/api/repos/:namespace/:name/pipeline/history',
);
