import type { Replay, Stage, Step } from '@millrace/contract/api';
import type { PathList } from '@millrace/contract/replay-files';
import { printableFileName } from '@millrace/node-kit/file-names';
import { version } from '@millrace/node-kit/version';
import type { Engine } from '@millrace/runner';
import type { EarlierFiles } from './earlier-files.ts';

interface Replayed {
  replay: Replay;
  stage: Stage;
  step: Step | undefined;
  missingSecrets: string[];
  /** Files that earlier steps left, or the reason why there are none. */
  earlier: EarlierFiles | string;
}

/** Describes in one block how the run on this machine differs from that of the build. */
export async function describeDifferences(
  { replay, stage, step, missingSecrets, earlier }: Replayed,
  engine: Engine,
): Promise<string> {
  const { build, system } = replay;
  const subject = step ? `step ${step.name} of stage ${stage.name}` : `stage ${stage.name}`;
  const ran = stage.machine ? `, which ran on ${stage.machine}` : '';
  const differences = [
    ...compareHosts(stage, engine),
    ...(await compareImages(stage, engine)),
    ...(missingSecrets.length > 0
      ? [`Secrets without a value: ${missingSecrets.join(', ')} (see --secret-file)`]
      : []),
    ...compare('Millrace', version.version, system.version),
    ...describeEarlierFiles(earlier),
    'Times, DRONE_STAGE_MACHINE, DRONE_RUNNER_HOST and paths of workspaces are those of this machine',
    'Steps get no credentials for git, and no variables or registries from extensions of the server',
  ];
  const head = `Replays ${subject} of build ${build.number}${ran}. Differences:`;
  return [head, ...differences.map((line) => `  ${line}`)].join('\n');
}

function describeEarlierFiles(earlier: EarlierFiles | string): string[] {
  if (typeof earlier === 'string') {
    return [`The steps that this one needs run first (${earlier})`];
  }
  const { files, changed, leftOut } = earlier.description;
  return [
    `Earlier steps do not run: the ${files} files that they left are those of the build`,
    ...describePaths('Files that the step changed are missing, or as in the commit', changed),
    ...describePaths('Files that were too large to store, or not readable, are missing', leftOut),
  ];
}

function describePaths(text: string, { count, first }: PathList): string[] {
  if (count === 0) return [];
  const rest = count > first.length ? ` and ${count - first.length} more` : '';
  return [`${text}: ${first.map(printableFileName).join(', ')}${rest}`];
}

function compareHosts({ host: there }: Stage, { describeHost }: Engine): string[] {
  const here = describeHost?.();
  if (!here) return [];
  if (!there) return ['The kernel and processors of the build are not recorded'];
  return [
    ...compare('kernel', here.kernel, there.kernel),
    ...compare('processors', here.cpu, there.cpu),
  ];
}

/** Images with a digest are pulled. Those without one exist only on the machine that built them. */
async function compareImages({ steps = [] }: Stage, engine: Engine): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, image, image_digest: there, status } of steps) {
    const hasRun = status !== 'skipped' && !(status === 'error' && there === undefined);
    if (image === undefined || !hasRun || there?.includes('@')) continue;
    if (there === undefined) {
      lines.push(`The digest of ${image} of step ${name} is not recorded: its current image runs`);
      continue;
    }
    const here = (await engine.findImage?.(image)) ?? 'none';
    lines.push(...compare(`image ${image} of step ${name}`, here, there));
  }
  return lines;
}

function compare(name: string, here: string, there: string): string[] {
  return here === there ? [] : [`${name}: ${here} here, ${there} in the build`];
}
