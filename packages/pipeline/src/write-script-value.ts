import { writeDocuments } from './yaml/write-documents.ts';

/** Limit of the parser of pipeline files. Writing a much deeper value would overflow the stack. */
const maxDepth = 100;

/** YAML of a script's value, or the reason why it is invalid. */
export type WrittenValue = { yaml: string } | { error: string };

/** Converts the JSON value of a script to YAML: one document, or a list of them. */
export function writeScriptValue(json: string): WrittenValue {
  const value: unknown = JSON.parse(json);
  const documents = Array.isArray(value) ? value : [value];
  if (!documents.every(isMap)) return { error: 'it must give a pipeline, or a list of pipelines' };
  if (!fitsDepth(documents, maxDepth)) return { error: 'the value nests too deeply' };
  return { yaml: writeDocuments(documents) };
}

function isMap(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fitsDepth(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((each) => fitsDepth(each, depth - 1));
}
