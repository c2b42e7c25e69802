import type { StageControl } from '../stage-control.ts';
import type { StageReporter } from '../stage-reporter.ts';
import { collectFiles } from './files/collect-files.ts';
import { maskFile } from './files/mask-file.ts';
import type { StepExtension } from './step-extension.ts';

interface FileStage {
  reporter: StageReporter;
  control: StageControl;
}

/**
 * Collects artifacts, test reports and summaries. Continues if the stage has dismissed the step; only a cancel or a
 * timeout of the stage ends it.
 */
export function createFileExtension({ reporter, control }: FileStage): StepExtension {
  return {
    onEnded: async ({ plan, id, log, maskSecrets }, { files }) => {
      if (!plan.files) return;
      await collectFiles(plan.files, {
        findFiles: (search) => files.find(search),
        send: async (file) => {
          const masked = await maskFile(file, maskSecrets);
          return typeof masked === 'string' ? masked : reporter.sendFile(id, masked);
        },
        addNote: (line) => log.addNote(line),
        signal: control.stopped,
      });
    },
  };
}
