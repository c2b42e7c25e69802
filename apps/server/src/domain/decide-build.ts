import {
  type Build,
  type EventFacts,
  type FileVerdict,
  needsApproval,
  type RepoRules,
  refuseEvent,
  type SkippedEvent,
} from '@millrace/build-rules';
import {
  findFileRefusal,
  isConfigTooLong,
  type JudgedFile,
  namePipelineFile,
  type PlannedStage,
  toBlockedStages,
} from '@millrace/pipeline';
import type { Repo } from './repo.ts';

/** Facts about a build that an event asks for, in the order in which they are read. Absent ones are still to be read. */
export interface BuildFacts {
  repo: Pick<Repo, 'configPath' | 'trusted'>;
  rules: RepoRules;
  event: EventFacts & {
    /** Whether somebody asked for the build who may approve builds. */
    isByApprover: boolean;
  };
  /** Build of the same delivery. */
  known?: Build;
  /** The converted file, or the reason why it could not be converted. */
  file?: { config: string; error: string };
  /** Whether the file lacks the step that a bisection runs. */
  lacksStep?: boolean;
  judged?: JudgedFile;
  /** Warnings about reading the event and its file. */
  warnings: readonly string[];
  /** Why the file is for no such event, if it starts no stage. */
  exclusion?: SkippedEvent | undefined;
  /** Why the stages cannot run. */
  problem?: string | undefined;
  /** Decision of extensions. `reject` also if they fail. */
  verdict?: FileVerdict | { kind: 'reject'; reason: string };
  isSigned?: boolean;
}

export type BuildDecision =
  | { kind: 'known'; build: Build }
  /** No build, and nobody learns of it: a bisection has no commit to try. */
  | { kind: 'none' }
  | { kind: 'skip'; event: SkippedEvent }
  /** A build with an error instead of stages. Without `keepsFile`, a restart reads the file again. */
  | { kind: 'error'; error: string; warnings: readonly string[]; keepsFile: boolean }
  | { kind: 'create'; stages: PlannedStage[]; warnings: readonly string[]; isDeployment: boolean };

/** Decides what an event starts. The decision is final if it is not `create`, or if no fact is absent. */
export function decideBuild(facts: BuildFacts): BuildDecision {
  const { repo, rules, event, known, file, judged, warnings } = facts;
  const refusal = refuseEvent(rules, event);
  if (refusal) return skip(refusal);
  if (known) return { kind: 'known', build: known };
  if (file?.error) return { kind: 'error', error: file.error, warnings: [], keepsFile: false };
  if (facts.lacksStep) return { kind: 'none' };
  if (!file || !judged) return { kind: 'create', stages: [], warnings, isDeployment: false };
  const fail = (reason: string) => ({
    kind: 'error' as const,
    warnings,
    keepsFile: !isConfigTooLong(file.config),
    error: namePipelineFile(repo.configPath, file.config, reason),
  });
  if (judged.errors.length > 0) return fail(findFileRefusal(judged, repo));
  if (facts.exclusion) return { kind: 'skip', event: facts.exclusion };
  const problem = findFileRefusal(judged, repo) || facts.problem;
  if (problem) return fail(problem);
  const { verdict } = facts;
  if (verdict?.kind === 'skip') return skip('an extension skips it');
  if (verdict?.kind === 'reject') {
    return { kind: 'error', error: verdict.reason, warnings, keepsFile: true };
  }
  const isBlocked =
    verdict?.kind === 'block' ||
    needsApproval(rules, event, {
      isSigned: facts.isSigned ?? false,
      needsTrust: judged.trustErrors.length > 0,
    });
  return {
    kind: 'create',
    stages: isBlocked ? toBlockedStages(judged.stages) : judged.stages,
    warnings:
      verdict?.kind === 'block' ? [...warnings, `The ${verdict.by} requires approval`] : warnings,
    isDeployment: judged.isDeployment,
  };
}

function skip(reason: string): BuildDecision {
  return { kind: 'skip', event: { reason, isExcludedByTarget: false } };
}
