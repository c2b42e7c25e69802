import type { Pipeline, PipelineStep } from '@millrace/contract/pipeline';
import { workspacePaths } from './workspace-paths.ts';

/** Plugins that build images, which existing pipelines use without asking for privileges, in any version. */
const image =
  /^(?:docker\.io\/)?plugins\/(?:docker|acr|ecr|gcr|gar|heroku)(?::\w[\w.-]*)?(?:@sha256:[\da-f]{64})?$/;
/** With these a shell, a loader or Docker's client runs other programs than those of the image. */
const takingOver =
  /^(?:PATH|HOME|ENV|BASH_.*|BASHOPTS|SHELLOPTS|PS4|IFS|LD_.*|XDG_.*|DOCKER_(?:CLI_.*|CONFIG|CONTEXT|HOST|OPTS))$/;
/** Where images keep their programs and what these read. */
const systemFolder =
  /^\/(?:$|(?:bin|boot|certs|dev|etc|lib[^/]*|opt|proc|root|run|sbin|sys|usr|var)(?:\/|$))/;

/**
 * True for one of these plugins that only does what it was made for.
 *
 * @param variables names of those that the pipeline, its step and the people who start it set
 */
export function isPrivilegedPlugin(
  step: PipelineStep,
  { workspace }: Pipeline,
  variables: readonly string[],
): boolean {
  const isPlain = [step.commands, step.entrypoint, step.command, step.volumes].every(
    (list) => list.length === 0,
  );
  return (
    isPlain &&
    step.user === '' &&
    image.test(step.image) &&
    !systemFolder.test(workspacePaths(workspace).base) &&
    !variables.some((name) => takingOver.test(name))
  );
}
