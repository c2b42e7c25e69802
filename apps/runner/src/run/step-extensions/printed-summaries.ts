import type { StageReporter } from '../stage-reporter.ts';
import type { StepExtension } from './step-extension.ts';

/** Sends the summary that the step printed, which replaces one that the step wrote to a file. */
export function createPrintedSummaryExtension({
  reporter,
}: {
  reporter: StageReporter;
}): StepExtension {
  return {
    onFinished: async ({ id, log }) => {
      await log.settle();
      if (log.summary === undefined) return;
      const bytes = Buffer.from(log.summary);
      const refusal = await reporter.sendFile(id, {
        kind: 'summary',
        path: 'printed',
        size: bytes.length,
        async *read() {
          yield bytes;
        },
      });
      if (refusal) await log.addNote(`[millrace] The summary was not stored: ${refusal}`);
    },
  };
}
