import type { StepControl } from '../stage-control.ts';
import type { StageReporter } from '../stage-reporter.ts';
import { collectFiles } from './files/collect-files.ts';
import { maskFile } from './files/mask-file.ts';
import type { StepExtension } from './step-extension.ts';

interface FileStage {
  reporter: StageReporter;
  control: StepControl;
}

/**
 * Collects artifacts, test reports and summaries. Continues if the stage has dismissed the step; only a cancel or a
 * timeout of the stage ends it.
 */
export function createFileExtension({ reporter, control }: FileStage): StepExtension {
  return {
    onEnded: async ({ plan, id, log, maskSecrets }, { files, hasSucceeded }) => {
      if (!plan.files) return;
      const { when = 'always', days = 0 } = plan.artifactRule ?? {};
      const isStored = when === 'always' || (when === 'success') === hasSucceeded;
      const wanted = isStored ? plan.files : { ...plan.files, artifact: [] };
      await collectFiles(wanted, {
        findFiles: (search) => files.find(search),
        send: async (file) => {
          const masked = await maskFile(file, maskSecrets);
          return typeof masked === 'string'
            ? masked
            : reporter.sendFile(id, { ...masked, days }, control.stopped);
        },
        addNote: (line) => log.addNote(line),
        signal: control.stopped,
      });
    },
  };
}
