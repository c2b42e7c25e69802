import { parseByteSize } from './byte-size.ts';
import type { Field, YamlReader } from './yaml/yaml-reader.ts';

/** Reads a size in bytes; returns 0 if there is none. */
export function readSize(reader: YamlReader, field: Field | undefined): number {
  const text = reader.text(field);
  if (field === undefined || text === undefined) return 0;
  const size = parseByteSize(text);
  if (size === undefined) {
    reader.report('error', field, `${field.path} must be a size, such as 512MiB`);
  }
  return size ?? 0;
}
