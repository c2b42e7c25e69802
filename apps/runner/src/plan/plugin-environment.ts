import type { Data } from '@millrace/pipeline';
import type { SecretValue } from './fill-secrets.ts';
import { pluginVariable } from './plugin-settings.ts';
import type { Environment } from './stage-plan.ts';

/**
 * Returns the settings of a plugin as variables. Lists of scalars are joined with commas; anything deeper
 * is JSON. Null and empty settings are not set, so that the plugin uses its default. A secret is set even
 * if it is empty.
 */
export function pluginEnvironment(
  settings: Record<string, Data>,
  secretValue: SecretValue,
): Environment {
  const entries = Object.entries(settings).flatMap(([name, value]): [string, string][] => {
    const text = toText(fill(value, secretValue));
    if (text === '' && !isSecret(value)) return [];
    return [[pluginVariable(name), text]];
  });
  return Object.fromEntries(entries);
}

function isSecret(value: Data): value is { from_secret: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return typeof value.from_secret === 'string';
}

function fill(value: Data, secretValue: SecretValue): Data {
  if (Array.isArray(value)) return value.map((item) => fill(item, secretValue));
  if (value === null || typeof value !== 'object') return value;
  if (isSecret(value)) return secretValue(value.from_secret);
  const entries = Object.entries(value).map(([key, item]) => [key, fill(item, secretValue)]);
  return Object.fromEntries(entries);
}

function toText(value: Data): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value) && value.every((item) => item === null || typeof item !== 'object')) {
    return value.map((item) => String(item ?? '')).join(',');
  }
  return JSON.stringify(value);
}
