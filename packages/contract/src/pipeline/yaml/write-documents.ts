import { stringify } from 'yaml';

/** YAML documents, one for each value, that read back as the same values. */
export function writeDocuments(values: readonly unknown[]): string {
  return values
    .map((value) =>
      stringify(value, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false }),
    )
    .join('---\n');
}
