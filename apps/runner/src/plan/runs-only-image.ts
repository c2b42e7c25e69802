import {
  type imageRules,
  isOutsideFolder,
  type Pipeline,
  type PipelineStep,
} from '@millrace/pipeline';
import { workspacePaths } from './workspace-paths.ts';

/**
 * True if a step runs nothing but its image: the pipeline file and these variables, of the build, the pipeline and the
 * step, neither name other programs nor replace those of the image.
 */
export function runsOnlyImage(
  step: PipelineStep,
  { workspace }: Pipeline,
  variables: readonly string[],
  rules: typeof imageRules,
): boolean {
  const isPlain = [step.commands, step.entrypoint, step.command, step.volumes].every(
    (list) => list.length === 0,
  );
  return (
    isPlain &&
    step.user === '' &&
    !step.caches.some(({ paths }) => paths.some(isOutsideFolder)) &&
    step.ready?.kind !== 'command' &&
    !variables.some(rules.changesPrograms) &&
    !rules.coversPrograms(workspacePaths(workspace).base)
  );
}
