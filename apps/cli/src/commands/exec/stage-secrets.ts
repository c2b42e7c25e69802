import type { StageSecret } from '@millrace/contract/runner';
import { findSecretUses, type PipelineSecret } from '@millrace/pipeline';

/** Adds the secrets that the pipeline file defines under another name. */
export function withAliases(
  secrets: readonly StageSecret[],
  documents: readonly PipelineSecret[],
): StageSecret[] {
  const aliases = documents.flatMap(({ name, externalName, externalPath }) => {
    const original = secrets.find((secret) => secret.name === externalName);
    const isNew = secrets.every((secret) => secret.name !== name);
    return original && externalPath === undefined && isNew ? { ...original, name } : [];
  });
  return [...secrets, ...aliases];
}

/** Lists the names of the secrets that the pipelines use and that have no value here. */
export function findMissingSecrets(
  config: string,
  pipelines: readonly string[],
  secrets: readonly StageSecret[],
): string[] {
  const known = new Set(secrets.map(({ name }) => name.toLowerCase()));
  const used = pipelines.flatMap((name) => findSecretUses(config, name));
  return [...new Set(used.map(({ secret }) => secret))].filter(
    (secret) => !known.has(secret) && !secret.includes('$'),
  );
}
