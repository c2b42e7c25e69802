import { type Stage, unknownHost } from '@millrace/build-rules';
import type { ChangeBuild } from '../../builds/change-build.ts';

/** Exit code of a stage that did not run. */
const failedExitCode = 255;

/** Ends a claimed stage that cannot run with an error, in the name of its runner. */
export async function failStage(
  changeBuild: ChangeBuild,
  { id, machine, runner, version }: Stage,
  error: string,
): Promise<void> {
  const times = { started: 0, stopped: 0 };
  const report = {
    id,
    machine,
    error: '',
    exitCode: 0,
    failureCause: '' as const,
    host: unknownHost,
    cleansUp: false,
    ...times,
    steps: [],
  };
  const { stages } = await changeBuild.send(
    { stage: id },
    { kind: 'startStage', runner, report: { ...report, status: 'running', version } },
  );
  const started = stages.find((stage) => stage.id === id)?.version ?? version;
  await changeBuild.send(
    { stage: id },
    {
      kind: 'finishStage',
      runner,
      report: { ...report, status: 'error', error, exitCode: failedExitCode, version: started },
    },
  );
}
