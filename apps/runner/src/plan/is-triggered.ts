import type { StageDetails } from '@millrace/contract/runner';
import { dependsOnOutputs, matchingGroups, type Pipeline, runsOnStatus } from '@millrace/pipeline';
import { stageFacts } from './stage-facts.ts';

const failed = new Set(['failure', 'error', 'killed']);

/** Returns whether the outputs of the stages before it let a stage run. The server has compared everything else. */
export function isTriggered(
  { trigger }: Pick<Pipeline, 'trigger'>,
  details: StageDetails,
): boolean {
  if (!dependsOnOutputs(trigger)) return true;
  const entries = (details.outputs ?? []).map(({ name, data }) => [name, data]);
  const outputs = Object.fromEntries(entries);
  const groups = matchingGroups(trigger, { ...stageFacts(details), outputs });
  const hasFailed = details.build.stages?.some(
    ({ status, errignore }) => failed.has(status) && !errignore,
  );
  return runsOnStatus(groups, hasFailed ? 'failure' : 'success');
}
