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
    typeof value === 'string' ? value : (findSecret(value.fromSecret, secrets)?.data ?? ''),
  ]);
  return Object.fromEntries(values);
}

/** Existing pipelines do not always write a name in the case in which it was stored. */
function findSecret(name: string, secrets: StageSecret[]): StageSecret | undefined {
  const folded = name.toLowerCase();
  return (
    secrets.find((secret) => secret.name === name) ??
    secrets.find((secret) => secret.name.toLowerCase() === folded)
  );
}
