import type { TestedBuild } from '@millrace/contract/api';
import { type BackTestInput, backTest } from './back-test.ts';
import { type PlanInput, type PlansOfFile, planFile } from './plan-file.ts';

export type DryRunRequest =
  | { kind: 'plan'; input: PlanInput }
  | { kind: 'backTest'; input: BackTestInput };

export type DryRunAnswer =
  | { kind: 'plan'; plans: PlansOfFile }
  | { kind: 'backTest'; builds: TestedBuild[] };

/** Runs on the thread of dry runs. */
export function runRequest(request: DryRunRequest): DryRunAnswer {
  if (request.kind === 'plan') return { kind: 'plan', plans: planFile(request.input) };
  return { kind: 'backTest', builds: backTest(request.input) };
}
