import type { Data } from '@millrace/contract/pipeline';
import type { StageSecret } from '@millrace/contract/runner';
import { secretValue } from './fill-secrets.ts';
import type { Environment } from './stage-plan.ts';

/**
 * The settings of a plugin as its variables: `build-args` becomes `PLUGIN_BUILD_ARGS`. Lists of plain
 * values are joined with commas, anything deeper is JSON, and nothing is the empty text.
 */
export function pluginEnvironment(
  settings: Record<string, Data>,
  secrets: StageSecret[],
): Environment {
  const entries = Object.entries(settings).map(([name, value]): [string, string] => [
    `PLUGIN_${name.toUpperCase().replaceAll('-', '_')}`,
    toText(fill(value, secrets)),
  ]);
  return Object.fromEntries(entries);
}

function fill(value: Data, secrets: StageSecret[]): Data {
  if (Array.isArray(value)) return value.map((item) => fill(item, secrets));
  if (value === null || typeof value !== 'object') return value;
  const { from_secret: fromSecret } = value;
  if (typeof fromSecret === 'string') return secretValue(fromSecret, secrets);
  const entries = Object.entries(value).map(([key, item]) => [key, fill(item, secrets)]);
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
