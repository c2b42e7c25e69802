import type { Build, Stage } from '@millrace/contract/api';
import { hasFailed } from '@millrace/contract/vocabulary';
import { truncateText } from '@millrace/node-kit/truncate-text';

const maxMessage = 200;
const maxStages = 50;

/**
 * Returns what programs ask about a build, without avatars, links and empty fields.
 *
 * @param only part of its stages that is shown
 */
export function shortenBuild(build: Build, only?: 'steps of failed stages' | 'failed stages') {
  const { number, status, event, ref, target, after, message, author_login, attempt } = build;
  const { error, deploy_to, cron, created, started, finished, bisection, stages = [] } = build;
  const shown = selectStages(stages, only);
  return {
    number,
    status,
    event,
    ref,
    branch: target,
    commit: after,
    author: author_login,
    message: truncateText(message.split('\n', 1)[0] ?? '', maxMessage),
    created,
    started,
    finished,
    ...(attempt && attempt > 1 ? { attempt } : {}),
    // Its failures say nothing about the newest commit of the branch.
    ...(bisection ? { bisection } : {}),
    ...(error ? { error } : {}),
    ...(deploy_to ? { deploy_to } : {}),
    ...(cron ? { cron } : {}),
    ...(shown.length > 0 ? { stages: shown } : {}),
    ...(only ? { is_shortened: true } : {}),
  };
}

function selectStages(stages: readonly Stage[], only?: string) {
  if (!only) return stages.map(shortenStage);
  const short = stages.map((stage) =>
    hasFailed(stage.status) ? shortenStage(stage) : { ...shortenStage(stage), steps: [] },
  );
  if (only === 'steps of failed stages') return short;
  return short
    .filter(({ status }) => hasFailed(status))
    .slice(0, maxStages)
    .map(({ steps, ...stage }) => ({
      ...stage,
      steps: steps.filter(({ status }) => hasFailed(status)).slice(0, maxStages),
    }));
}

function shortenStage({ number, name, status, error, steps = [] }: Stage) {
  return {
    number,
    name,
    status,
    ...(error ? { error } : {}),
    steps: steps.map(({ number: stepNumber, name: stepName, ...step }) => ({
      number: stepNumber,
      name: stepName,
      status: step.status,
      ...(step.exit_code ? { exit_code: step.exit_code } : {}),
      ...(step.error ? { error: step.error } : {}),
    })),
  };
}
