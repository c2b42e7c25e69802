import {
  type ConditionFacts,
  type ConditionGroup,
  matchCondition,
  matchGroup,
} from './conditions.ts';
import { readRef } from './git-ref.ts';
import type { Pipeline } from './pipeline.ts';

/** A stage, or a step with its stage, as groups of conditions that must all match. */
type Part = ConditionGroup[];

/** Characters that make a pattern match several names. */
const patternCharacters = /[*?[\]{}\\]/;

/**
 * Returns whether a build deploys to its target: a stage or a step runs only because of the event and the target, and would
 * not run for a push of the same commit. A file without such parts does not distinguish targets, so that every build
 * with a target deploys.
 */
export function deploysToTarget(pipelines: readonly Pipeline[], facts: ConditionFacts): boolean {
  const parts = pipelines.flatMap(partsOf);
  const own = parts.filter((part) => mayBeOwn(part, facts));
  return own.length === 0 || own.some((part) => runs(part, facts) && !runsUsually(part, facts));
}

/**
 * Lists the targets that conditions of the file include for a deployment event. Patterns for several targets
 * are left out.
 */
export function listDeployTargets(pipelines: readonly Pipeline[], event: string): string[] {
  const targets = pipelines
    .flatMap(partsOf)
    .filter((part) => isFor(part, event))
    .flatMap((part) => part.flatMap(({ target }) => target?.include ?? []))
    .filter((target) => target !== '' && !patternCharacters.test(target));
  return [...new Set(targets)].sort();
}

/** Returns whether a condition of the file includes a target, by name or by a pattern. */
export function includesDeployTarget(
  pipelines: readonly Pipeline[],
  { event = '', target = '' }: Pick<ConditionFacts, 'event' | 'target'>,
): boolean {
  return pipelines
    .flatMap(partsOf)
    .some(
      (part) =>
        isFor(part, event) &&
        part.some((group) => (group.target?.include.length ?? 0) > 0) &&
        part.every(({ target: condition }) => matchCondition(condition, target)),
    );
}

function partsOf({ trigger, steps }: Pipeline): Part[] {
  return trigger.flatMap((ofStage) => [
    [ofStage],
    ...steps.flatMap(({ when }) => when.map((ofStep) => [ofStage, ofStep])),
  ]);
}

function isFor(part: Part, event: string): boolean {
  return part.every(({ event: condition }) => matchCondition(condition, event));
}

function runs(part: Part, facts: ConditionFacts): boolean {
  return part.every((group) => matchGroup(group, facts));
}

/** Whether the event and some target can make the part run, although it runs for no push. */
function mayBeOwn(part: Part, facts: ConditionFacts): boolean {
  const needsTarget = part.some(({ target }) => !matchCondition(target, ''));
  const isUsual = usualEvents(facts).some((event) => isFor(part, event));
  return isFor(part, facts.event ?? '') && (needsTarget || !isUsual);
}

function runsUsually(part: Part, facts: ConditionFacts): boolean {
  return usualEvents(facts).some((event) =>
    runs(part, { ...facts, event, target: '', action: '', cron: '' }),
  );
}

/** Events of the builds that are deployed. */
function usualEvents({ ref = '' }: ConditionFacts): string[] {
  const { kind } = readRef(ref);
  return kind === 'tag' || kind === 'pull_request' ? ['push', kind] : ['push'];
}
