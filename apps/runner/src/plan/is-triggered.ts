import type { StageDetails } from '@millrace/contract/runner';
import { dependsOnOutputs, matchingGroups, type Pipeline, runsOnStatus } from '@millrace/pipeline';
import { stageFacts } from './stage-facts.ts';
import { hasFailed } from './status-environment.ts';

/** Returns whether the outputs of the stages before it let a stage run. The server has compared everything else. */
export function isTriggered(
  { trigger }: Pick<Pipeline, 'trigger'>,
  details: StageDetails,
): boolean {
  if (!dependsOnOutputs(trigger)) return true;
  const entries = (details.outputs ?? []).map(({ name, data }) => [name, data]);
  const outputs = Object.fromEntries(entries);
  const groups = matchingGroups(trigger, { ...stageFacts(details), outputs });
  const isFailing = details.build.stages?.some(hasFailed);
  return runsOnStatus(groups, isFailing ? 'failure' : 'success');
}
