import type { Node } from 'yaml';
import { parseDocuments } from './parse-documents.ts';
import type { Data } from './yaml-data.ts';
import { type Field, YamlReader } from './yaml-reader.ts';

/** A `kind: template` document: the named template, rendered with the data, stands in its place. */
export interface TemplateDocument {
  /** Counts from 1 over the lines of the file. */
  line: number;
  load: string;
  data: { [key: string]: Data };
  /** Set where the document cannot be used. */
  error: string;
  /** The part of the text that the document takes. */
  start: number;
  end: number;
}

/** The template documents of a pipeline file, in order. None where the YAML itself is wrong. */
export function findTemplateDocuments(text: string): TemplateDocument[] {
  if (!text.includes('template')) return [];
  const { documents, lines } = parseDocuments(text);
  if (documents.some((document) => document.errors.length > 0)) return [];
  const found: TemplateDocument[] = [];
  for (const document of documents) {
    const root = document.contents as Node | null;
    const reader = new YamlReader({ document, lines, number: 1 });
    if (!root?.range || !reader.isMap(reader.root)) continue;
    const fields = reader.map(reader.root);
    if (reader.text(fields.get('kind')) !== 'template') continue;
    const [start, end] = root.range;
    const load = reader.text(fields.get('load')) ?? '';
    const { data, error } = readData(fields.get('data'), reader);
    const line = lines.linePos(start).line;
    const problem = load ? error : 'load is missing; it names the template';
    found.push({ line, load, data, error: problem, start, end });
  }
  return found;
}

function readData(
  field: Field | undefined,
  reader: YamlReader,
): Pick<TemplateDocument, 'data' | 'error'> {
  const data = field ? reader.data(field) : null;
  const problem = reader.problems.find(({ severity }) => severity === 'error');
  if (problem) return { data: {}, error: problem.message };
  if (data === null) return { data: {}, error: '' };
  if (typeof data === 'object' && !Array.isArray(data)) return { data, error: '' };
  return { data: {}, error: 'data must be a map' };
}
