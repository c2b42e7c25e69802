import { LimitError } from './limits.ts';
import { readRangedDocuments } from './ranged-documents.ts';
import type { Data } from './yaml/yaml-data.ts';
import type { Field, YamlReader } from './yaml/yaml-reader.ts';

/** A `kind: template` document, to be replaced by the rendered template. */
export interface TemplateDocument {
  /** Path of its file, if the text has several. */
  file?: string;
  /** Counts from 1 over the lines of the file. */
  line: number;
  load: string;
  data: { [key: string]: Data };
  /** Set if the document is invalid. */
  error: string;
  /** Range of the document in the text. */
  start: number;
  end: number;
}

const templateLine = /^["']?kind["']?\s*:\s*["']?template\b/m;

/**
 * Lists the template documents of a pipeline file in order. The list is empty if the YAML is invalid, and
 * has one invalid document if a limit is exceeded.
 */
export function findTemplateDocuments(text: string): TemplateDocument[] {
  if (!templateLine.test(text)) return [];
  try {
    return readTemplateDocuments(text);
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    return [{ line: 1, load: '', data: {}, error: error.message, start: 0, end: 0 }];
  }
}

function readTemplateDocuments(text: string): TemplateDocument[] {
  return readRangedDocuments(text).flatMap(({ reader, start, end, ...position }) => {
    const fields = reader.map(reader.root);
    if (reader.text(fields.get('kind')) !== 'template') return [];
    const load = reader.text(fields.get('load')) ?? '';
    const data = readData(fields.get('data'), reader);
    const firstError = reader.problems.find(({ severity }) => severity === 'error');
    const error =
      firstError?.message ?? (load ? data.error : 'load is missing; it names the template');
    const line = firstError?.line ?? position.line;
    return [{ ...position, line, load, data: data.data, error, start, end }];
  });
}

function readData(
  field: Field | undefined,
  reader: YamlReader,
): Pick<TemplateDocument, 'data' | 'error'> {
  const data = field ? reader.data(field) : null;
  if (data === null) return { data: {}, error: '' };
  if (typeof data === 'object' && !Array.isArray(data)) return { data, error: '' };
  return { data: {}, error: 'data must be a map' };
}
