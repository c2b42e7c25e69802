import type { PipelineChangeResult, TestedBuild } from '@millrace/contract/api';
import { type BackTestInput, backTest } from './back-test.ts';
import { type PlanInput, type PlansOfFile, planFile } from './plan-file.ts';
import { shortenTests } from './shorten-tests.ts';
import { summarizeChange } from './summarize-change.ts';

/** Longer plans are no help to a person, and would hold up the server. */
const maxPlanCharacters = 10_000_000;

export type DryRunRequest =
  | { kind: 'plan'; input: PlanInput }
  | { kind: 'backTest'; input: BackTestInput }
  | { kind: 'summary'; input: BackTestInput };

export type DryRunAnswer =
  | { kind: 'plan'; plans: PlansOfFile }
  | { kind: 'tooLong' }
  | { kind: 'summary'; result: PipelineChangeResult }
  | { kind: 'backTest'; builds: TestedBuild[] };

/** Runs on the thread of dry runs. */
export function runRequest(request: DryRunRequest): DryRunAnswer {
  if (request.kind === 'backTest') {
    return { kind: 'backTest', builds: shortenTests(backTest(request.input)) };
  }
  if (request.kind === 'summary') {
    return { kind: 'summary', result: summarizeChange(backTest(request.input)) };
  }
  const plans = planFile(request.input);
  const isTooLong = JSON.stringify(plans).length > maxPlanCharacters;
  return isTooLong ? { kind: 'tooLong' } : { kind: 'plan', plans };
}
