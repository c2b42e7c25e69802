import type { AnsweredStep, BuildAnswer } from '@millrace/contract/api';

const shortHashLength = 8;
const minuteSec = 60;

/** Formats an answer for a terminal. */
export function formatAnswer(answer: BuildAnswer, nowSec: number): string {
  const { failed, new_failing_tests: tests, commits, run_again: runAgain } = answer;
  const blocks = [
    describeBuild(answer, nowSec),
    ...failed.map(describeStep),
    titled(
      'New failing tests',
      tests.map(({ stage, suite, name, message }) => {
        const testName = [stage, suite, name].filter(Boolean).join(' › ');
        return message ? `${testName}: ${message}` : testName;
      }),
    ),
    titled(
      answer.last_success ? `Commits since #${answer.last_success} succeeded` : 'Commits',
      commits.map(({ sha, message, author }) => `${short(sha)} ${message} (${author})`),
    ),
    titled('A restart of the failed stages runs', runAgain),
    ...(answer.is_shortened ? [['Some of the answer was left out.']] : []),
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map(toPlain).join('\n'))
    .join('\n\n');
}

function describeBuild(answer: BuildAnswer, nowSec: number): string[] {
  const { repo, build, attempt, status, finished, since, error } = answer;
  const when = finished > 0 ? ` ${formatAge(nowSec - finished)} ago` : '';
  return [
    `${repo} #${build}${attempt > 1 ? `, attempt ${attempt}` : ''}: ${status}${when}`,
    `${answer.event} · ${answer.branch} · ${short(answer.commit)} ${answer.message} · ${answer.author}`,
    answer.link,
    ...(error ? [error] : []),
    ...describeProgress(answer),
    ...(since && since.builds_ago > 0
      ? [`${answer.branch} has been failing since #${since.since} (${ago(since.builds_ago)})`]
      : []),
  ];
}

const finishedTexts: Partial<Record<BuildAnswer['status'], string>> = {
  success: 'Nothing failed.',
  declined: 'It was declined.',
  skipped: 'It was skipped.',
};

function describeProgress({ status, waiting, canceled_by: by, finished }: BuildAnswer): string[] {
  if (by) return [`Canceled by ${by}.`];
  if (finished > 0) return [finishedTexts[status] ?? []].flat();
  const stages = (waiting ?? []).map(
    ({ stage_name: name, reason }) => `  ${name} waits: ${waitingTexts[reason]}`,
  );
  return ['The build is not finished.', ...stages];
}

const waitingTexts: Record<NonNullable<BuildAnswer['waiting']>[number]['reason'], string> = {
  approval: 'it needs an approval',
  manual: 'a person must start it',
  dependencies: 'stages that it depends on have not finished',
  paused: 'the queue is paused',
  limit: 'its limit of concurrent stages is reached',
  throttle: 'the limit of concurrent stages of the repository is reached',
  owner_limit: 'the limit of concurrent stages of the owner is reached',
  no_runner: 'no connected runner accepts it',
  runners_paused: 'all matching runners are paused',
  runners_protected: 'all matching runners take only protected branches and tags',
  busy: 'all matching runners are busy',
  cluster: 'the cluster has not started it',
};

function describeStep(step: AnsweredStep): string[] {
  const { stage_name, step_name, exit_code: code, error, since, builds_ago, failed, of } = step;
  const name = step_name === undefined ? stage_name : `${stage_name} › ${step_name}`;
  const seen = step.seen_before;
  return [
    code === undefined ? name : `${name}: exit code ${code}`,
    ...(error ? [`  ${error}`] : []),
    builds_ago > 0
      ? `  failing since #${since} (${ago(builds_ago)})`
      : '  new: it did not fail before',
    ...(failed > 0 ? [`  failed in ${failed} of the last ${of} builds`] : []),
    ...(seen && seen.failures > 1 ? describeSeen(seen) : []),
    ...describeError(step),
    ...(step.replay ? [`  replay it here: ${step.replay}`] : []),
  ];
}

function describeSeen(seen: NonNullable<AnsweredStep['seen_before']>): string[] {
  const { name, issue, failures, recovered, repos, first } = seen;
  const unrelated = recovered * 2 >= failures ? ': probably not your change' : '';
  return [
    `  ${name ? `${name}: ` : ''}seen ${failures} times since ${first.slug} #${first.build}${repos > 1 ? ` in ${repos} repositories` : ''}`,
    ...(recovered > 0 ? [`  ${recovered} of them passed on a second attempt${unrelated}`] : []),
    ...(issue ? [`  ${issue}`] : []),
  ];
}

const kindTexts: Record<NonNullable<AnsweredStep['first_error']>['kind'], string[]> = {
  error: [],
  command: ['  This command failed without output:'],
  last_line: ['  No line reports an error. The last line is:'],
};

/** Lines are numbered from 1, as on the page. */
function describeError({ first_error: error }: AnsweredStep): string[] {
  if (!error) return [];
  const width = String((error.lines.at(-1)?.line ?? error.line) + 1).length;
  return [
    '',
    ...kindTexts[error.kind],
    ...error.lines.map(
      ({ line, text }) =>
        `  ${line === error.line ? '>' : ' '} ${String(line + 1).padStart(width)} │ ${text}`,
    ),
    '',
  ];
}

function titled(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)];
}

/** Replaces control characters, which could change the terminal or the order of the text. */
function toPlain(line: string): string {
  return line.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ').trimEnd();
}

const short = (hash: string) => hash.slice(0, shortHashLength);
const ago = (builds: number) => (builds === 1 ? '1 build ago' : `${builds} builds ago`);

function formatAge(sec: number): string {
  const minutes = Math.max(0, Math.round(sec / minuteSec));
  if (minutes < 2 * 60) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
