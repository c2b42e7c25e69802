import type { StepControl } from '../stage-control.ts';
import type { StageReporter } from '../stage-reporter.ts';
import type { StepExtension } from './step-extension.ts';

/** Sends the summary that the step printed, which replaces one that the step wrote to a file. */
export function createPrintedSummaryExtension({
  reporter,
  control,
}: {
  reporter: StageReporter;
  control: StepControl;
}): StepExtension {
  return {
    onFinished: async ({ id, log }) => {
      await log.settle();
      if (log.summary === undefined) return;
      const bytes = Buffer.from(log.summary);
      const file = {
        kind: 'summary',
        path: 'printed',
        size: bytes.length,
        async *read() {
          yield bytes;
        },
      } as const;
      const refusal = await reporter.sendFile(id, file, control.stopped);
      if (refusal) await log.addNote(`[millrace] The summary was not stored: ${refusal}`);
    },
  };
}
