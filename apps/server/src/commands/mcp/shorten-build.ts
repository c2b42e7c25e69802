import type { Build } from '@millrace/contract/api';

/** Returns what programs ask about a build, without avatars, links and empty fields. */
export function shortenBuild(build: Build) {
  const { number, status, event, ref, target, after, message, author_login, attempt } = build;
  const { error, deploy_to, cron, created, started, finished, stages = [] } = build;
  return {
    ...{ number, status, event, ref, branch: target, commit: after, author: author_login },
    message: message.split('\n', 1)[0] ?? '',
    ...{ created, started, finished },
    ...(attempt && attempt > 1 ? { attempt } : {}),
    ...(error ? { error } : {}),
    ...(deploy_to ? { deploy_to } : {}),
    ...(cron ? { cron } : {}),
    ...(stages.length > 0 ? { stages: stages.map(shortenStage) } : {}),
  };
}

function shortenStage({
  number,
  name,
  status,
  error,
  steps = [],
}: NonNullable<Build['stages']>[number]) {
  return {
    ...{ number, name, status },
    ...(error ? { error } : {}),
    steps: steps.map(({ number: stepNumber, name: stepName, ...step }) => ({
      ...{ number: stepNumber, name: stepName, status: step.status },
      ...(step.exit_code ? { exit_code: step.exit_code } : {}),
      ...(step.error ? { error: step.error } : {}),
    })),
  };
}
