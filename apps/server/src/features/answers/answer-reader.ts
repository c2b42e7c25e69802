import { splitMessage } from '@millrace/build-host/builds/commit-message';
import { type Build, findRestarted, type Stage, type Step } from '@millrace/build-rules';
import type { AnsweredStep, BuildAnswer, FailingStep } from '@millrace/contract/api';
import { pageSlug } from '@millrace/contract/reserved-names';
import { hasFailed, isFinished } from '@millrace/contract/vocabulary';
import type { BuildReadModel } from '../../builds/read/build-read-model.ts';
import type { Contributed } from '../../contributions.ts';
import type { Core } from '../../core.ts';
import type { Repo } from '../../domain/repo.ts';
import type { Viewer } from '../../domain/user.ts';
import { askAll } from '../../shared/ask.ts';
import type { BuildsPort } from '../builds/port.ts';
import type { LogsPort } from '../logs/port.ts';
import { fitAnswer } from './fit-answer.ts';

interface Deps extends Pick<Core, 'stages' | 'publicUrl'> {
  buildsPort: Pick<BuildsPort, 'readFailureHistory'>;
  logsPort: Pick<LogsPort, 'readErrorExcerpt'>;
  buildReadModel: Pick<BuildReadModel, 'findById'>;
  contributed: Pick<Contributed, 'buildCauses' | 'newFailingTests'>;
}

interface Reading {
  viewer: Viewer | null;
  /** Account or address, for the limit of concurrent scans of logs. */
  caller: string;
  gone: AbortSignal;
}

/** Maximum number of failed steps, of those with an excerpt of their log, and of tests. */
const maxSteps = 20;
const maxExcerpts = 5;
const maxTests = 20;

/** Collects what is known about the failure of a build. */
export class AnswerReader {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async read(repo: Repo, build: Build, reading: Reading): Promise<BuildAnswer> {
    const { buildsPort, contributed, publicUrl } = this.deps;
    const isFailed = hasFailed(build.status);
    const history = await buildsPort.readFailureHistory(repo, build);
    const stages = await this.deps.stages.list(build.id);
    const newFailing = isFailed ? contributed.newFailingTests : [];
    const tests = (await askAll(newFailing, repo, build.number, maxTests + 1)).flat();
    return fitAnswer({
      repo: repo.slug,
      build: build.number,
      attempt: build.attempt,
      link: `${publicUrl()}/${pageSlug(repo.slug)}/${build.number}`,
      status: build.status,
      event: build.event,
      branch: build.target,
      commit: build.after,
      message: build.title || splitMessage(build.message).title,
      author: build.authorLogin || build.authorName,
      started: build.started,
      finished: build.finished,
      ...(build.error === '' ? {} : { error: build.error }),
      ...(build.canceledBy === '' ? {} : { canceled_by: build.canceledBy }),
      ...(isFinished(build.status) ? {} : { waiting: await this.listWaiting(build) }),
      failed: await this.describeSteps(build, history.steps.slice(0, maxSteps), stages, reading),
      ...(history.since ? { since: history.since } : {}),
      ...(history.last_success ? { last_success: history.last_success.number } : {}),
      new_failing_tests: tests
        .slice(0, maxTests)
        .map(({ stage_name, suite, name, message = '' }) => ({
          stage: stage_name,
          suite,
          name,
          message,
        })),
      commits: isFailed
        ? history.commits.map(({ sha, message, author_login, author_name }) => ({
            sha,
            message,
            author: author_login || author_name,
          }))
        : [],
      run_again: isFailed ? [...findRestarted(stages)].map(({ name }) => name) : [],
      is_shortened:
        !history.has_all_commits || history.steps.length > maxSteps || tests.length > maxTests,
    });
  }

  private async listWaiting({ id }: Build): Promise<BuildAnswer['waiting']> {
    const { stages = [] } = (await this.deps.buildReadModel.findById(id)) ?? {};
    return stages
      .flatMap(({ number, name, waiting }) =>
        waiting ? [{ stage: number, stage_name: name, reason: waiting.reason }] : [],
      )
      .slice(0, maxSteps);
  }

  private async describeSteps(
    build: Build,
    failing: readonly FailingStep[],
    stages: readonly Stage[],
    { viewer, caller, gone }: Reading,
  ): Promise<AnsweredStep[]> {
    const { logsPort, contributed } = this.deps;
    const steps = await this.deps.stages.listSteps(stages.map(({ id }) => id));
    const causes = (await askAll(contributed.buildCauses, build, viewer)).flat();
    const scan = { callerKey: `answers, ${caller}`, gone };
    const answered: AnsweredStep[] = [];
    for (const [at, each] of failing.entries()) {
      const stage = stages.find(({ number }) => number === each.stage);
      const step = steps.find(
        ({ stageId, number }) => stageId === stage?.id && number === each.step,
      );
      const excerpt =
        step && at < maxExcerpts ? await logsPort.readErrorExcerpt(step.id, scan) : undefined;
      const cause = causes.find((one) => one.stage === each.stage && one.step === each.step);
      const { stage: _stage, step: _step, ...seen } = cause ?? {};
      answered.push({
        ...each,
        ...outcomeOf(step ?? stage),
        ...(excerpt ? { first_error: excerpt } : {}),
        ...(cause && 'id' in seen ? { seen_before: seen } : {}),
        ...(step ? { replay: replayCommand(build, each) } : {}),
      });
    }
    return answered;
  }
}

function outcomeOf(part: Step | Stage | undefined): Pick<AnsweredStep, 'exit_code' | 'error'> {
  if (!part) return {};
  return { exit_code: part.exitCode, ...(part.error === '' ? {} : { error: part.error }) };
}

function replayCommand({ number }: Build, { stage, step }: FailingStep): string {
  return `millrace exec --build ${number} --stage ${stage} --step ${step}`;
}
