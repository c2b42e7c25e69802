import type { Build } from '@millrace/contract/api';
import { readRef } from '@millrace/contract/git-ref';
import { matchesImage } from '@millrace/contract/image-name';
import { matchGlob, type SecretUse } from '@millrace/contract/pipeline';
import type { Secret } from './secret.ts';

export type SecretUser = Pick<Build, 'event' | 'ref' | 'target'>;

type BuildLimits = Pick<Secret, 'pullRequest' | 'events' | 'branches'>;

/** Returns whether a build may use a secret. Its steps may be limited further, by their images. */
export function mayUse(limits: BuildLimits, build: SecretUser): boolean {
  return allowsEvent(limits, build) && allowsBranch(limits, build);
}

function allowsEvent({ pullRequest, events }: BuildLimits, { event }: SecretUser): boolean {
  if (event === 'pull_request') return pullRequest;
  return events.length === 0 || events.includes(event);
}

/** A tag is on no branch that the server knows, so its builds need a limit that names tags. */
function allowsBranch({ events, branches }: BuildLimits, { ref, target }: SecretUser): boolean {
  if (branches.length === 0) return true;
  if (readRef(ref).kind === 'tag') return events.includes('tag');
  return branches.some((pattern) => matchGlob(pattern, target));
}

/**
 * Returns why a pipeline may not use a secret that is limited to images; undefined if it may. Commands of a step
 * could print the secret, so only plugins may use it.
 */
export function describeForbiddenUse(
  name: string,
  images: readonly string[],
  uses: readonly SecretUse[],
): string | undefined {
  const forbidden = uses.find(
    ({ isPlugin, image = '' }) =>
      !isPlugin || !images.some((pattern) => matchesImage(pattern, image)),
  );
  if (!forbidden) return undefined;
  return `The secret "${name}" may only be used by steps with the image ${images.join(' or ')} and without commands, ${describeUse(forbidden)}`;
}

function describeUse({ step, image, isPlugin }: SecretUse): string {
  if (step === undefined) return 'not by the whole pipeline';
  return isPlugin
    ? `but the step "${step}" has the image ${image || 'none'}`
    : `but the step "${step}" has commands`;
}
