import type { Policy } from '@millrace/contract/api';
import type { BuildEvent } from '@millrace/contract/vocabulary';
import { matchGlob } from '@millrace/pipeline';
import { matchesImage } from '@millrace/pipeline/image-name';

/** A step or a service that a build would run. */
interface JudgedStep {
  stage: string;
  name: string;
  /** Empty for a step that runs on the machine itself. */
  image: string;
  /** Whether it runs in every case, and its failure is one of the build. */
  isCertain: boolean;
}

export interface JudgedBuild {
  slug: string;
  namespace: string;
  event: BuildEvent;
  /** Target of a promotion or a rollback. */
  target: string;
  /** Login of the person who asked for it. */
  person: string;
  steps: readonly JudgedStep[];
}

/** Returns why enabled policies forbid a build; undefined if none does. */
export function judgePolicies(
  policies: readonly Policy[],
  build: JudgedBuild,
  today: string,
): string | undefined {
  for (const policy of policies) {
    const problem = policy.enabled ? judgePolicy(policy, build, today) : undefined;
    if (problem) return problem;
  }
  return undefined;
}

/** Returns why a policy forbids a build, whether it is enabled or not. */
export function judgePolicy(policy: Policy, build: JudgedBuild, today: string): string | undefined {
  if (!appliesTo(policy, build, today)) return undefined;
  const problem = findProblem(policy, build);
  return problem && `The policy "${policy.name}" ${problem}`;
}

/** Returns whether a policy says anything about a build. */
export function appliesTo(
  { namespaces, events, exceptions }: Policy,
  { slug, namespace, event }: Pick<JudgedBuild, 'slug' | 'namespace' | 'event'>,
  today: string,
): boolean {
  if (namespaces.length > 0 && !namespaces.includes(namespace)) return false;
  if (events.length > 0 && !events.includes(event)) return false;
  return !exceptions.some(({ repo, until }) => repo === slug && today <= until);
}

function findProblem({ images, require_image, deploy }: Policy, build: JudgedBuild) {
  const { steps, event, target, person } = build;
  if (images) {
    const forbidden = steps.find(({ image }) => image !== '' && !isAllowed(image, images));
    return (
      forbidden && `does not allow the image ${forbidden.image} of the step ${nameOf(forbidden)}`
    );
  }
  if (require_image !== undefined) {
    const isThere = steps.some(
      ({ image, isCertain }) => isCertain && image !== '' && isAllowed(image, [require_image]),
    );
    return isThere ? undefined : `requires a step that always runs the image ${require_image}`;
  }
  if (deploy && (event === 'promote' || event === 'rollback')) {
    const isMeant = deploy.targets.some((pattern) => matchGlob(pattern, target));
    if (isMeant && !deploy.people.includes(person)) {
      return `does not let ${person || 'this build'} deploy to ${target}`;
    }
  }
  return undefined;
}

/** An image with a variable is known when the step runs only, so no pattern can allow it. */
function isAllowed(image: string, patterns: readonly string[]): boolean {
  return !image.includes('$') && patterns.some((pattern) => matchesImage(pattern, image));
}

function nameOf({ stage, name }: JudgedStep): string {
  return `${stage} › ${name}`;
}
