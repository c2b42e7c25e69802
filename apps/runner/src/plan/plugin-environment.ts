import { type Data, outputNameOf } from '@millrace/pipeline';
import type { SecretValue } from './fill-secrets.ts';
import { pluginVariable } from './plugin-settings.ts';
import type { Environment, OutputValue } from './stage-plan.ts';

/**
 * Returns the settings of a plugin as variables. Lists of scalars are joined with commas; anything deeper
 * is JSON. Null and empty settings are not set, so that the plugin uses its default. A secret is set even
 * if it is empty. A missing output counts as null.
 */
export function pluginEnvironment(
  settings: Record<string, Data>,
  secretValue: SecretValue,
  outputValue: OutputValue = () => undefined,
): Environment {
  const entries = Object.entries(settings).flatMap(([name, value]): [string, string][] => {
    const text = toText(fill(value, secretValue, outputValue));
    if (text === '' && !isSecret(value)) return [];
    return [[pluginVariable(name), text]];
  });
  return Object.fromEntries(entries);
}

function isSecret(value: Data): value is { from_secret: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return typeof value.from_secret === 'string';
}

function fill(value: Data, secretValue: SecretValue, outputValue: OutputValue): Data {
  const fillItem = (item: Data) => fill(item, secretValue, outputValue);
  if (Array.isArray(value)) return value.map(fillItem);
  if (value === null || typeof value !== 'object') return value;
  if (isSecret(value)) return secretValue(value.from_secret);
  const output = outputNameOf(value);
  if (output !== undefined) return outputValue(output) ?? null;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillItem(item)]));
}

function toText(value: Data): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value) && value.every((item) => item === null || typeof item !== 'object')) {
    return value.map((item) => String(item ?? '')).join(',');
  }
  return JSON.stringify(value);
}
