import type { Replay, Stage, Step } from '@millrace/contract/api';
import { version } from '../../version.ts';

interface Replayed {
  replay: Replay;
  stage: Stage;
  step: Step | undefined;
  missingSecrets: string[];
}

/** Describes in one block how the run on this machine differs from that of the build. */
export function describeDifferences({ replay, stage, step, missingSecrets }: Replayed): string {
  const { build, system } = replay;
  const place = step ? `step ${step.name} of stage ${stage.name}` : `stage ${stage.name}`;
  const ran = stage.machine ? `, which ran on ${stage.machine}` : '';
  const differences = [
    ...(missingSecrets.length > 0
      ? [`Secrets without a value: ${missingSecrets.join(', ')} (see --secret-file)`]
      : []),
    ...(system.version === version.version
      ? []
      : [`Millrace ${version.version} here, ${system.version} on the server`]),
    'Files of earlier steps are not stored: these steps run first',
    'Times, DRONE_STAGE_MACHINE, DRONE_RUNNER_HOST and paths of workspaces are those of this machine',
    'Steps get no credentials for git, and no variables or registries from extensions of the server',
  ];
  const head = `Replays ${place} of build ${build.number}${ran}. Differences:`;
  return [head, ...differences.map((line) => `  ${line}`)].join('\n');
}
