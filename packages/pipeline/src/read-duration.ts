import { parseDuration } from './duration.ts';
import type { Field, YamlReader } from './yaml/yaml-reader.ts';

/**
 * Reads a duration in seconds; 0 if there is none. Files from before this key had a meaning may have a number
 * there, so it is a warning.
 */
export function readDuration(reader: YamlReader, field: Field | undefined): number {
  const text = reader.text(field);
  if (field === undefined || text === undefined) return 0;
  const duration = parseDuration(text);
  if (duration === undefined) {
    const example = 'a duration, such as 90s, 10m or 1h30m; it is ignored';
    const right = findDuration(text);
    const hint = right ? `; write "${right}"` : '';
    reader.report('warning', field, `${field.path} must be ${example}${hint}`);
  }
  return duration ?? 0;
}

/** Returns the duration that a text such as `10 minutes` or `30` probably means; a number alone is in minutes elsewhere. */
function findDuration(text: string): string | undefined {
  const [, amount, unit = 'm'] = /^(\d+)\s*(?:([smh])[a-z]*)?$/i.exec(text.trim()) ?? [];
  return amount === undefined ? undefined : `${amount}${unit.toLowerCase()}`;
}
