import { convertLegacyFile } from './legacy/convert-legacy.ts';
import { Budget } from './limits.ts';
import { expandPipeline } from './matrix/expand-pipeline.ts';
import type { Problem } from './pipeline.ts';
import { readSecretDocument } from './secret-document.ts';
import { hasUnknownSecretUse, type SecretUse, usesOfPipeline } from './secret-uses.ts';
import { parseYaml } from './yaml/parse-yaml.ts';
import { TextPositions } from './yaml/text-positions.ts';
import { YamlReader } from './yaml/yaml-reader.ts';

/** A `kind: secret` document whose value is stored outside of the server. */
export interface OutsideSecret extends Pick<Problem, 'file' | 'document' | 'line' | 'column'> {
  /** Name by which steps use it. */
  name: string;
  path: string;
  /** Name of the value at the path; may be empty. */
  key: string;
}

/**
 * Lists the secrets with a path that pipelines of these names use. Pipelines of any type count, also types
 * that only third-party runners know. The list is empty if the file cannot be parsed.
 */
export function findOutsideSecrets(text: string, pipelines: readonly string[]): OutsideSecret[] {
  if (!/\bsecrets?\b/.test(text)) return [];
  try {
    const converted = convertLegacyFile(text);
    if (converted === undefined) return readOutsideSecrets(text, pipelines);
    // Positions in the converted file do not exist in the author's file.
    const top = { document: 1, line: 1, column: 1 };
    return readOutsideSecrets(converted, pipelines).map((secret) => ({ ...secret, ...top }));
  } catch {
    return [];
  }
}

function readOutsideSecrets(text: string, pipelines: readonly string[]): OutsideSecret[] {
  const budget = new Budget();
  const positions = new TextPositions(text);
  const secrets: OutsideSecret[] = [];
  const uses: SecretUse[] = [];
  for (const [index, document] of parseYaml(text, budget).entries()) {
    const reader = new YamlReader({ document, positions, budget, number: index + 1 });
    if (!reader.isMap(reader.root)) continue;
    const fields = reader.map(reader.root);
    const kind = reader.text(fields.get('kind'));
    if (kind === 'secret') {
      const secret = readSecretDocument(reader, fields);
      if (!secret?.externalPath) continue;
      const { name, externalPath: path, externalName: key = '' } = secret;
      const position = positions.at(fields.get('get')?.node?.start ?? document.root?.start ?? 0);
      secrets.push({ name, path, key, document: index + 1, ...position });
    } else if (kind === 'pipeline') {
      for (const { reader: own, name } of expandPipeline(reader)) {
        if (pipelines.includes(name)) uses.push(...usesOfPipeline(own));
      }
    }
  }
  const usesAny = hasUnknownSecretUse(uses);
  const used = new Set(uses.map(({ secret }) => secret));
  return secrets.filter(({ name }) => usesAny || used.has(name.toLowerCase()));
}
