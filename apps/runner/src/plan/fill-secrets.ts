import type { StageSecret } from '@millrace/contract/runner';
import type { EnvironmentValue } from '@millrace/pipeline';
import type { Environment } from './stage-plan.ts';

/** Returns the value of a secret by its name. */
export type SecretValue = (name: string) => string;

/** Replaces references to secrets by their values. */
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
 * Creates a function that looks up the secrets of a stage; the value of a missing or forbidden secret is
 * empty.
 */
export function secretFinder(secrets: readonly StageSecret[]): SecretValue {
  return (name) => findSecret(secrets, name)?.data ?? '';
}

/** Finds a secret. Falls back to a case-insensitive lookup, because existing pipelines are not always consistent. */
export function findSecret<Secret extends { name: string }>(
  secrets: readonly Secret[],
  name: string,
): Secret | undefined {
  const folded = name.toLowerCase();
  return (
    secrets.find((candidate) => candidate.name === name) ??
    secrets.find((candidate) => candidate.name.toLowerCase() === folded)
  );
}
