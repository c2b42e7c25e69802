import { writeDocuments } from '@millrace/contract/pipeline';

/** The YAML of what a script gave as JSON: one document, or a list of them. Undefined where it is neither. */
export function writeScriptValue(json: string): string | undefined {
  const value: unknown = JSON.parse(json);
  const documents = Array.isArray(value) ? value : [value];
  return documents.every(isMap) ? writeDocuments(documents) : undefined;
}

function isMap(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
