import type { StageDetails } from '@millrace/contract/runner';
import { builderRules, imageRules, type Pipeline, type PipelineStep } from '@millrace/pipeline';
import { matchesImage } from '@millrace/pipeline/image-name';
import { pluginVariable, reachesPrivileges } from './plugin-settings.ts';
import { runsOnlyImage } from './runs-only-image.ts';
import { PlanError } from './stage-plan.ts';
import type { StageSettings } from './stage-settings.ts';

/** Plugins that build images, in any version. Existing pipelines use them without requesting privileges. */
const image =
  /^(?:docker\.io\/)?plugins\/(?:docker|acr|ecr|gcr|gar|heroku)(?::\w[\w.-]*)?(?:@sha256:[\da-f]{64})?$/;
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
  if (!isUnchanged(step, pipeline, settings, variables)) return false;
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
    if (!isUnchanged(step, pipeline, settings, variables)) continue;
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
  pipeline: Pipeline,
  { privilegedImages }: PrivilegeSettings,
  variables: readonly string[],
): boolean {
  const isBuilder = image.test(step.image);
  const isNamed = privilegedImages.some((pattern) => matchesImage(pattern, step.image));
  const rules = isBuilder ? builderRules : imageRules;
  return (isBuilder || isNamed) && runsOnlyImage(step, pipeline, variables, rules);
}
