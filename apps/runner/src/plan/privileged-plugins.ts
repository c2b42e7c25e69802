import type { Pipeline, PipelineStep } from '@millrace/contract/pipeline';
import { pluginVariable, reachesPrivileges } from './plugin-settings.ts';
import { PlanError } from './stage-plan.ts';
import { workspacePaths } from './workspace-paths.ts';

/** Plugins that build images, which existing pipelines use without asking for privileges, in any version. */
const image =
  /^(?:docker\.io\/)?plugins\/(?:docker|acr|ecr|gcr|gar|heroku)(?::\w[\w.-]*)?(?:@sha256:[\da-f]{64})?$/;
/** With these a shell, a loader, Docker or what they start runs other programs than those of the image. */
const takingOver = new RegExp(
  `^(?:${[
    'PATH|HOME|TMPDIR|ENV|BASH_.*|BASHOPTS|SHELLOPTS|PS4|IFS|LD_.*|GCONV_PATH|XDG_.*',
    'DOCKER_(?:CERT_PATH|CLI_.*|CONFIG|CONTEXT|HOST|OPTS|PLUGIN_.*|TLS.*|TMPDIR)|BUILDX_.*|BUILDKIT_HOST',
    // Configuration with programs in it: for the address of a context, for the network, for accounts.
    'GIT_(?!AUTHOR_|COMMITTER_).*|SSH_.*|MODPROBE_.*|XTABLES_.*|IP6?TABLES_.*|OPENSSL_.*',
    'AWS_.*(?:FILE|PROFILE)|GOOGLE_(?:APPLICATION_CREDENTIALS|EXTERNAL_.*)|HARNESS_CA_PATH',
  ].join('|')})$`,
);
/** Where images keep their programs and what these read. */
const systemFolder =
  /^\/(?:$|(?:bin|boot|certs|dev|etc|lib[^/]*|opt|proc|root|run|sbin|sys|usr|var)(?:\/|$))/;

interface Use {
  step: PipelineStep;
  pipeline: Pipeline;
  /** Names of those that the pipeline, its step and the people who start it set. */
  variables: readonly string[];
  isTrusted: boolean;
}

/**
 * True for one of these plugins that only does what it was made for. A setting that a plugin may only
 * have in a trusted repository is an error: without its privileges the plugin cannot work either.
 */
export function isPrivilegedPlugin({ step, pipeline, variables, isTrusted }: Use): boolean {
  if (!isUnchanged(step, pipeline) || variables.some((name) => takingOver.test(name))) return false;
  if (isTrusted) return true;
  const setting = Object.keys(step.settings).find((name) =>
    reachesPrivileges(pluginVariable(name)),
  );
  if (setting !== undefined) {
    throw new PlanError(
      `Step "${step.name}": the setting "${setting}" of ${step.image} needs a trusted repository`,
    );
  }
  return !variables.some(reachesPrivileges);
}

function isUnchanged(step: PipelineStep, { workspace }: Pipeline): boolean {
  const isPlain = [step.commands, step.entrypoint, step.command, step.volumes].every(
    (list) => list.length === 0,
  );
  return (
    isPlain &&
    step.user === '' &&
    image.test(step.image) &&
    !systemFolder.test(workspacePaths(workspace).base)
  );
}
