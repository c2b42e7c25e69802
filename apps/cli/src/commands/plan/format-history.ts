import type { BackTest, ChangedPart, TestedBuild } from '@millrace/contract/api';
import { formatProblem } from '@millrace/pipeline';

const marks: Record<ChangedPart['change'], string> = { added: '+', removed: '-', policy: '~' };

/** Formats a back-test as text: the builds that would differ, with the stages and steps and the reasons. */
export function formatHistory({ problems, builds, left_out }: BackTest): string {
  const errors = problems.filter(({ severity }) => severity === 'error').map(formatProblem);
  const comparable = builds.filter(({ incomparable }) => incomparable === '');
  const changed = comparable.filter(isChanged);
  const summary = `${changed.length} of the last ${builds.length} builds would differ`;
  const notes = [
    ...left_out.map(() => 'Extensions were not asked, and may change the file.'),
    ...(comparable.length < builds.length
      ? [`${builds.length - comparable.length} builds failed for reasons outside of their file.`]
      : []),
  ];
  return [...errors, [summary, ...notes].join('\n'), ...changed.map(formatBuild)].join('\n\n');
}

function isChanged({ changes, error }: TestedBuild): boolean {
  return changes.length > 0 || error !== '';
}

function formatBuild(build: TestedBuild): string {
  const { number, event, ref, title, error, changes, stages, seconds } = build;
  const lines = changes.map(({ stage, step, change, reason }) => {
    const name = step === undefined ? stage : `${stage} › ${step}`;
    return `    ${marks[change]}  ${name}${reason === '' ? '' : `: ${reason}`}`;
  });
  const time =
    seconds.before === seconds.after
      ? []
      : [`    critical path about ${seconds.after} s instead of ${seconds.before} s`];
  const more = build.more_changes ?? 0;
  const notes = [
    ...(more > 0 && !error ? [`    and ${more} more stages and steps`] : []),
    ...(error ? [`    the build could not start: ${error}`] : []),
    ...(!error && stages === 0 ? ['    no build would have been created'] : []),
    ...(build.unknown_paths ? ['    changed files are unknown: `paths` count as fulfilled'] : []),
    ...(error ? [] : time),
  ];
  return [`#${number}  ${event}  ${ref}  ${title}`, ...(error ? [] : lines), ...notes].join('\n');
}
