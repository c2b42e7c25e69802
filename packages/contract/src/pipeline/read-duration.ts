import { parseDuration } from './duration.ts';
import type { Field, YamlReader } from './yaml/yaml-reader.ts';

/** Reads a duration in seconds; 0 if there is none. */
export function readDuration(reader: YamlReader, field: Field | undefined): number {
  const text = reader.text(field);
  if (field === undefined || text === undefined) return 0;
  const duration = parseDuration(text);
  if (duration === undefined) {
    reader.report('error', field, `${field.path} must be a duration, such as 90s, 10m or 1h30m`);
  }
  return duration ?? 0;
}
