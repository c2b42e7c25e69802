import type { Pipeline, PipelineStep } from '@millrace/contract/pipeline';
import type { StageDetails } from '@millrace/contract/runner';
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

/** True for one of these plugins that only does what it was made for. */
export function isPrivilegedPlugin({ step, pipeline, variables, isTrusted }: Use): boolean {
  if (!isUnchanged(step, pipeline) || variables.some((name) => takingOver.test(name))) return false;
  const settings = Object.keys(step.settings).map(pluginVariable);
  return isTrusted || ![...settings, ...variables].some(reachesPrivileges);
}

/**
 * Rejects a setting that such a plugin may only have in a trusted repository: without its privileges it
 * could not work, and would not say why.
 */
export function requirePluginTrust(
  steps: Iterable<PipelineStep>,
  pipeline: Pipeline,
  { repo }: StageDetails,
): void {
  if (repo.trusted || pipeline.type === 'exec') return;
  for (const step of steps) {
    // Another engine, for one, needs no privileges here.
    const variables = Object.keys({ ...pipeline.environment, ...step.environment });
    if (!isUnchanged(step, pipeline) || variables.some((name) => takingOver.test(name))) continue;
    const setting = Object.keys(step.settings).find((name) =>
      reachesPrivileges(pluginVariable(name)),
    );
    if (setting === undefined) continue;
    throw new PlanError(
      `Step "${step.name}": the setting "${setting}" of ${step.image} needs a trusted repository`,
    );
  }
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
