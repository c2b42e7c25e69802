import type { EnvironmentValue } from '@millrace/contract/pipeline';
import type { StageSecret } from '@millrace/contract/runner';
import type { Environment } from './stage-plan.ts';

/** Gives the value of a secret by its name. */
export type SecretValue = (name: string) => string;

/** Variables with the values of their secrets. */
export function fillSecrets(
  environment: Record<string, EnvironmentValue>,
  secretValue: SecretValue,
): Environment {
  const values = Object.entries(environment).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : secretValue(value.fromSecret),
  ]);
  return Object.fromEntries(values);
}

/**
 * Finds values among the secrets of a stage; one that may not be used here, or is not there, is empty.
 * Existing pipelines do not always write a name in its own case.
 */
export function secretFinder(secrets: readonly StageSecret[]): SecretValue {
  return (name) => {
    const folded = name.toLowerCase();
    const secret =
      secrets.find((candidate) => candidate.name === name) ??
      secrets.find((candidate) => candidate.name.toLowerCase() === folded);
    return secret?.data ?? '';
  };
}
