import { manualPermissions } from '@millrace/pipeline/vocabulary';
import { z } from 'zod/mini';
import { buildEvents, statuses } from '../vocabulary.ts';
import { defineDetails } from './endpoint.ts';
import { branchText } from './names.schema.ts';
import {
  changeKinds,
  maxBackTestBuilds,
  maxEditedCharacters,
  usualBackTestBuilds,
} from './pipeline-plans.ts';

const wrongBuilds = `builds is a number from 1 to ${maxBackTestBuilds}`;

/** When a step runs; `never` if its conditions exclude the build. */
const runPolicy = z.enum(['on_success', 'on_failure', 'on_kill', 'always', 'never']);

export const editedText = z
  .string('text must be the text of a pipeline file')
  .check(
    z.maxLength(
      maxEditedCharacters,
      `text has at most ${maxEditedCharacters.toLocaleString('en')} characters`,
    ),
  );

/** An error or a warning. Lines, columns and documents count from 1. */
export const pipelineProblem = z.object({
  severity: z.enum(['error', 'warning']),
  /** Path of its file; absent for the edited one. */
  file: z.optional(z.string()),
  document: z.number(),
  line: z.number(),
  column: z.number(),
  message: z.string(),
});

const plannedStep = z.object({
  name: z.string(),
  kind: z.enum(['clone', 'service', 'step']),
  run: runPolicy,
  /** Reason why the step does not run; null if it does. */
  why_not: z.nullable(z.string()),
  /** Outputs on which depends whether the step runs; null if it does not depend on any. */
  only_if: z.nullable(z.string()),
  depends_on: z.array(z.string()),
  /** Further repositories of the clone; absent if there are none. */
  repositories: z.optional(
    z.array(z.object({ repository: z.string(), ref: z.string(), path: z.string() })),
  ),
});

export const plannedPipeline = z.object({
  name: z.string(),
  type: z.string(),
  depends_on: z.array(z.string()),
  runs: z.boolean(),
  /** Reason why the pipeline does not run; null if it runs. */
  why_not: z.nullable(z.string()),
  /** Outputs on which depends whether the pipeline runs; null if it does not depend on any. */
  only_if: z.nullable(z.string()),
  /** Permission of people who may start the stage; absent for a stage that starts by itself. */
  manual: z.optional(z.enum(manualPermissions)),
  /** Pipelines whose outputs decide the stages of its matrix; absent if the file does. */
  matrix_from: z.optional(z.array(z.string())),
  steps: z.array(plannedStep),
});

/** Properties of the simulated builds. */
export const planFacts = z.object({
  /** By default the default branch. */
  branch: z.optional(branchText.check(z.maxLength(255))),
  /** Source branch of the pull request. */
  source: z.optional(z.string().check(z.maxLength(255))),
  tag: z.optional(z.string().check(z.maxLength(255))),
  /** Target of the promotion. */
  target: z.optional(z.string().check(z.maxLength(255))),
  /** Name of the cron job. */
  cron: z.optional(z.string().check(z.maxLength(255))),
});

export const plannedBuild = z.object({
  event: z.enum(buildEvents),
  ref: z.string(),
  /** Reason why no pipeline could run; empty if there is none. */
  error: z.string(),
  pipelines: z.array(plannedPipeline),
});

/** Features that a plan leaves out, because it sends no text to other services. */
const leftOut = z.array(z.enum(['extensions']));

export const filePlan = z.object({
  /** Of the file as written, before scripts and templates are converted. */
  problems: z.array(pipelineProblem),
  builds: z.array(plannedBuild),
  left_out: leftOut,
});

/** How a stage or a step of an earlier build differs under the edited file. */
export const changedPart = z.object({
  stage: z.string(),
  /** Absent for the stage itself. */
  step: z.optional(z.string()),
  change: z.enum(changeKinds),
  /** Reason in the file that excludes it. */
  reason: z.string(),
});

export const testedBuild = z.object({
  number: z.number(),
  event: z.enum(buildEvents),
  ref: z.string(),
  title: z.string(),
  status: z.enum(statuses),
  created: z.number(),
  changes: z.array(changedPart),
  /** Number of stages and steps that differ, but are not listed. */
  more_changes: z.optional(z.number()),
  /** Number of stages under the edited file; with 0, no build would have been created. */
  stages: z.number(),
  /** Reason why the edited file could not start the build; empty if there is none. */
  error: z.string(),
  /** Why the build cannot be compared: its own error, which the file does not explain. Empty if it can. */
  incomparable: z.string(),
  /** Whether conditions on paths count as fulfilled because the changed files are unknown. */
  unknown_paths: z.boolean(),
  /** Estimated seconds of the critical path, without queueing. */
  seconds: z.object({ before: z.number(), after: z.number() }),
  /** Steps on which the estimate counts no time, because they have never succeeded. */
  unknown_durations: z.array(z.string()),
});

export const backTest = z.object({
  problems: z.array(pipelineProblem),
  /** Newest first. */
  builds: z.array(testedBuild),
  left_out: leftOut,
});

export const branchFile = z.object({
  path: z.string(),
  branch: z.string(),
  /** Newest commit of the branch. */
  commit: z.string(),
  /** Empty if the commit has no pipeline file. */
  text: z.string(),
});

/** Build that a push of a commit starts, or the reason why it starts none. */
export const commitPlan = z.object({
  /** Hash of the commit. */
  commit: z.string(),
  title: z.string(),
  /** Path of the pipeline file. */
  path: z.string(),
  has_file: z.boolean(),
  /** Numbers of the builds of the commit, newest first. */
  builds: z.array(z.number()),
  /** Reason why a push starts no build, whatever the file says; null if there is none. */
  refusal: z.nullable(z.string()),
  problems: z.array(pipelineProblem),
  /** Planned build of a push; null without a pipeline file. */
  push: z.nullable(plannedBuild),
});

export const getBranchFile = defineDetails({
  access: 'read',
  summary: 'Get the pipeline file at the head of a branch, by default the default branch',
  query: z.object({ branch: z.optional(branchText) }),
  output: branchFile,
});

export const getCommitPlan = defineDetails({
  access: 'read',
  accessToken: 'read',
  summary: 'Get what a push of a commit starts, or why it starts no build',
  query: z.object({
    /** Branch to which the commit was pushed; by default the default branch. */
    branch: z.optional(branchText.check(z.maxLength(255))),
  }),
  output: commitPlan,
});

export const planPipelineFile = defineDetails({
  access: 'read',
  accessToken: 'read',
  summary: 'Plan builds of all events under an edited pipeline file, without running them',
  audit: 'none',
  body: z.object({ text: editedText, facts: z.optional(planFacts) }),
  output: filePlan,
});

export const backTestPipelineFile = defineDetails({
  access: 'read',
  accessToken: 'read',
  summary:
    'Compare what the latest builds ran with what they would run under an edited pipeline file',
  audit: 'none',
  body: z.object({
    text: editedText,
    /** Branch whose other files are included; by default the default branch. */
    branch: z.optional(branchText.check(z.maxLength(255))),
    builds: z._default(
      z
        .int(wrongBuilds)
        .check(z.minimum(1, wrongBuilds), z.maximum(maxBackTestBuilds, wrongBuilds)),
      usualBackTestBuilds,
    ),
  }),
  output: backTest,
});
