import type { Build, Stage } from '@millrace/build-rules';
import { starterOf } from '@millrace/contract/starter-of';
import { writeLabels } from './price.ts';

/** Use of a runner by stages of one kind on one day. */
export interface Use {
  /** Days since 1970, in UTC. */
  day: number;
  person: string;
  runner: string;
  labels: string;
  stages: number;
  seconds: number;
  waited: number;
}

const daySec = 86_400;

/**
 * Returns the use of runners by the stages that ran in the newest attempt of a finished build, one for each stage. A
 * stage waits from the end of the stages that it depends on.
 */
export function listUsed(
  build: Pick<Build, 'attempt' | 'sender' | 'trigger'>,
  stages: readonly Stage[],
): Use[] {
  const stopped = new Map(stages.map((stage) => [stage.name, stage.stopped]));
  const starter = starterOf(build);
  // No person starts the builds of cron jobs.
  const person = starter.startsWith('@') ? '' : starter;
  return stages
    .filter(({ attempt, started, machine }) => attempt === build.attempt && started > 0 && machine)
    .map((stage) => {
      const ready = Math.max(
        stage.created,
        ...stage.dependsOn.map((name) => stopped.get(name) ?? 0),
      );
      return {
        day: Math.floor(stage.started / daySec),
        person,
        runner: stage.machine,
        labels: writeLabels(stage.labels),
        stages: 1,
        seconds: Math.max(0, stage.stopped - stage.started),
        waited: Math.max(0, stage.started - ready),
      };
    });
}
