import type { Build } from '@millrace/contract/api';
import type { WithheldSecret } from '@millrace/contract/runner';
import { imageRules, matchGlob, type SecretUse } from '@millrace/pipeline';
import { readRef } from '@millrace/pipeline/git-ref';
import { matchesImage } from '@millrace/pipeline/image-name';
import type { Secret } from './secret.ts';

/** A build that uses secrets. */
export interface SecretUser extends Pick<Build, 'event' | 'ref' | 'target'> {
  isUnmerged: boolean;
}

type BuildLimits = Pick<Secret, 'pullRequest' | 'events' | 'branches'>;

/**
 * Returns the limit of a secret that withholds it from a build; undefined if the build may use it. Its steps may be limited
 * further, by their images.
 */
export function withholdingLimit(
  limits: BuildLimits,
  build: SecretUser,
): WithheldSecret['limit'] | undefined {
  if (!allowsEvent(limits, build)) return 'event';
  return allowsBranch(limits, build) ? undefined : 'branch';
}

function allowsEvent(
  { pullRequest, events }: BuildLimits,
  { event, isUnmerged }: SecretUser,
): boolean {
  if (isUnmerged) return pullRequest;
  return events.length === 0 || events.includes(event);
}

/** A tag is on no branch that the server knows, so its builds need a limit that names tags. */
function allowsBranch({ events, branches }: BuildLimits, { ref, target }: SecretUser): boolean {
  if (branches.length === 0) return true;
  if (readRef(ref).kind === 'tag') return events.includes('tag');
  if (target === '') return false;
  return branches.some((pattern) => matchGlob(pattern, target));
}

/**
 * Returns why a pipeline may not use a secret that is limited to images; undefined if it may. A step that runs other
 * programs than its image does could print the secret.
 */
export function describeForbiddenUse(
  name: string,
  images: readonly string[],
  uses: readonly SecretUse[],
): string | undefined {
  const forbidden = uses.find(
    ({ step, ownProgram, image = '' }) =>
      step === undefined ||
      ownProgram !== undefined ||
      !images.some((pattern) => matchesImage(pattern, image)),
  );
  if (!forbidden) return undefined;
  return `The secret "${name}" may only be used by ${describeSteps(images)}, ${describeUse(forbidden)}`;
}

/** Returns why a build may not use a secret that is limited to images: a parameter of it changes which programs run. */
export function describeForbiddenParameter(
  name: string,
  images: readonly string[],
  params: Build['params'],
): string | undefined {
  const parameter = Object.keys(params ?? {}).find(imageRules.changesPrograms);
  if (parameter === undefined) return undefined;
  return `The secret "${name}" may only be used by ${describeSteps(images)}, but the build has the parameter ${parameter}`;
}

function describeSteps(images: readonly string[]): string {
  return `steps that run nothing but the image ${images.join(' or ')}`;
}

function describeUse({ step, image, ownProgram }: SecretUse): string {
  if (step === undefined) return 'not by the whole pipeline';
  return `but the step "${step}" has ${ownProgram ?? `the image ${image || 'none'}`}`;
}
