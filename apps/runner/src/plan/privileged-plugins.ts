import { matchesImage } from '@millrace/contract/image-name';
import type { Pipeline, PipelineStep } from '@millrace/contract/pipeline';
import type { StageDetails } from '@millrace/contract/runner';
import { pluginVariable, reachesPrivileges } from './plugin-settings.ts';
import { PlanError } from './stage-plan.ts';
import type { StageSettings } from './stage-settings.ts';
import { workspacePaths } from './workspace-paths.ts';

/** Plugins that build images, in any version. Existing pipelines use them without requesting privileges. */
const image =
  /^(?:docker\.io\/)?plugins\/(?:docker|acr|ecr|gcr|gar|heroku)(?::\w[\w.-]*)?(?:@sha256:[\da-f]{64})?$/;
/**
 * Variables with which a shell, a loader, Docker or their child processes run programs from outside the
 * image.
 */
const hijackingVariable = new RegExp(
  `^(?:${[
    'PATH|HOME|TMPDIR|ENV|BASH_.*|BASHOPTS|SHELLOPTS|PS4|IFS|LD_.*|GCONV_PATH|XDG_.*',
    'DOCKER_(?:CERT_PATH|CLI_.*|CONFIG|CONTEXT|HOST|OPTS|PLUGIN_.*|TLS.*|TMPDIR)|BUILDX_.*|BUILDKIT_HOST',
    // Configuration that may contain programs, of build contexts, the network and accounts.
    'GIT_(?!AUTHOR_|COMMITTER_).*|SSH_.*|MODPROBE_.*|XTABLES_.*|IP6?TABLES_.*|OPENSSL_.*',
    'AWS_.*(?:FILE|PROFILE)|GOOGLE_(?:APPLICATION_CREDENTIALS|EXTERNAL_.*)|HARNESS_CA_PATH',
  ].join('|')})$`,
);
/** Folders of an image that contain programs or their configuration. */
const systemFolder =
  /^\/(?:$|(?:bin|boot|certs|dev|etc|lib[^/]*|opt|proc|root|run|sbin|sys|usr|var)(?:\/|$))/;

interface Use {
  step: PipelineStep;
  pipeline: Pipeline;
  /** Names of variables set by the pipeline, its step and the build parameters. */
  variables: readonly string[];
  isTrusted: boolean;
  settings: PrivilegeSettings;
}

type PrivilegeSettings = Pick<StageSettings, 'privilegedImages'>;

/** True if the step runs one of these plugins and all of its settings are safe. */
export function isPrivilegedPlugin(use: Use): boolean {
  const { step, pipeline, variables, isTrusted, settings } = use;
  if (
    !isUnchanged(step, pipeline, settings) ||
    variables.some((name) => hijackingVariable.test(name))
  )
    return false;
  const ownVariables = Object.keys(step.settings).map(pluginVariable);
  return isTrusted || ![...ownVariables, ...variables].some(reachesPrivileges);
}

/**
 * Rejects settings that such a plugin may only have in a trusted repository. Without its privileges, the
 * plugin would fail with an unclear error.
 */
export function requirePluginTrust(
  steps: Iterable<PipelineStep>,
  pipeline: Pipeline,
  { details: { repo }, settings }: { details: StageDetails; settings: PrivilegeSettings },
): void {
  if (repo.trusted || pipeline.type === 'exec') return;
  for (const step of steps) {
    // A remote engine, for example, needs no privileges here.
    const variables = Object.keys({ ...pipeline.environment, ...step.environment });
    if (
      !isUnchanged(step, pipeline, settings) ||
      variables.some((name) => hijackingVariable.test(name))
    )
      continue;
    const setting = Object.keys(step.settings).find((name) =>
      reachesPrivileges(pluginVariable(name)),
    );
    if (setting === undefined) continue;
    throw new PlanError(
      `Step "${step.name}": the setting "${setting}" of ${step.image} needs a trusted repository`,
    );
  }
}

function isUnchanged(
  step: PipelineStep,
  { workspace }: Pipeline,
  { privilegedImages }: PrivilegeSettings,
): boolean {
  const isPlain = [step.commands, step.entrypoint, step.command, step.volumes].every(
    (list) => list.length === 0,
  );
  const isNamed = privilegedImages.some((pattern) => matchesImage(pattern, step.image));
  return (
    isPlain &&
    step.user === '' &&
    (image.test(step.image) || isNamed) &&
    !systemFolder.test(workspacePaths(workspace).base)
  );
}
