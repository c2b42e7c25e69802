import { quoteText } from './hints/show-value.ts';
import type { EnvironmentValue } from './pipeline.ts';
import { shellVariable } from './shape/text-patterns.ts';
import { nearestKey } from './yaml/nearest-key.ts';
import { secretKey } from './yaml/secret-name.ts';
import { type Field, withoutBefore, type YamlReader } from './yaml/yaml-reader.ts';

export function readEnvironment(
  reader: YamlReader,
  field: Field | undefined,
): Record<string, EnvironmentValue> {
  const fields = reader.map(field);
  const secret = fields.get(secretKey);
  if (secret) reader.report('warning', secret, `${secretKey} belongs under the name of a variable`);
  const entries = [...fields].map(([name, value]): [string, EnvironmentValue] => [
    name,
    readValue(reader, value),
  ]);
  return Object.fromEntries(entries);
}

function readValue(reader: YamlReader, field: Field): EnvironmentValue {
  if (!reader.isMap(field)) {
    const text = reader.text(field) ?? '';
    warnShellPath(reader, field, text);
    return text;
  }
  const fields = reader.map(withoutBefore(field));
  const secret = fields.get(secretKey);
  if (secret) return { fromSecret: reader.secretName(secret) ?? '' };
  const [[key = '', value] = []] = fields;
  const isMeant = nearestKey(key, [secretKey]) !== undefined || /secret/i.test(key);
  const question = isMeant
    ? `, not ${quoteText(key)}; did you mean "${secretKey}"?`
    : '; it is empty';
  const at = (isMeant && value?.key && { node: value.key, path: field.path }) || field;
  reader.report('warning', at, `${field.path} must be text or from_secret${question}`);
  return '';
}

/** Only a shell replaces the former value of a variable of the image. */
function warnShellPath(reader: YamlReader, field: Field, text: string): void {
  const [, name] = shellVariable.exec(text) ?? [];
  if (name === undefined) return;
  const hint = `write ${quoteText(`export ${field.path.split('.').at(-1)}=${text}`)} as the first command`;
  reader.report('warning', field, `no shell replaces "$${name}" in ${field.path}; ${hint}`);
}
