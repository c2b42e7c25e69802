import type { EnvironmentValue } from '@millrace/contract/pipeline';
import type { StageSecret } from '@millrace/contract/runner';
import type { Environment } from './stage-plan.ts';

/** Variables with the values of their secrets. One that may not be used here, or is not there, is empty. */
export function fillSecrets(
  environment: Record<string, EnvironmentValue>,
  secrets: StageSecret[],
): Environment {
  const values = Object.entries(environment).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : secretValue(value.fromSecret, secrets),
  ]);
  return Object.fromEntries(values);
}

/** The value of a secret, or nothing. Existing pipelines do not always write its name in its own case. */
export function secretValue(name: string, secrets: StageSecret[]): string {
  const folded = name.toLowerCase();
  const secret =
    secrets.find((candidate) => candidate.name === name) ??
    secrets.find((candidate) => candidate.name.toLowerCase() === folded);
  return secret?.data ?? '';
}
