import type { EnvironmentValue } from './pipeline.ts';
import { secretKey } from './yaml/secret-name.ts';
import { type Field, withoutBefore, type YamlReader } from './yaml/yaml-reader.ts';

export function readEnvironment(
  reader: YamlReader,
  field: Field | undefined,
): Record<string, EnvironmentValue> {
  const entries = [...reader.map(field)].map(([name, value]): [string, EnvironmentValue] => [
    name,
    readValue(reader, value),
  ]);
  return Object.fromEntries(entries);
}

function readValue(reader: YamlReader, field: Field): EnvironmentValue {
  if (!reader.isMap(field)) return reader.text(field) ?? '';
  const secret = reader.map(withoutBefore(field)).get(secretKey);
  if (secret) return { fromSecret: reader.secretName(secret) ?? '' };
  reader.report('warning', field, `${field.path} must be text or from_secret; it is empty`);
  return '';
}
