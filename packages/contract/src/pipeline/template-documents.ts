import { isScalar, parseAllDocuments } from 'yaml';
import { Budget, LimitError } from './limits.ts';
import { parseYaml, type YamlDocument } from './yaml/parse-yaml.ts';
import { TextPositions } from './yaml/text-positions.ts';
import type { Data } from './yaml/yaml-data.ts';
import { type Field, YamlReader } from './yaml/yaml-reader.ts';

/** A `kind: template` document, to be replaced by the rendered template. */
export interface TemplateDocument {
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
  const positions = new TextPositions(text);
  const budget = new Budget();
  // First, because this parser rejects deep nesting.
  const documents = readDocuments(text, budget);
  const ranges = documents.length > 0 ? findRanges(text) : [];
  const found: TemplateDocument[] = [];
  for (const [index, document] of documents.entries()) {
    const range = ranges[index];
    const reader = new YamlReader({ document, positions, budget, number: 1 });
    if (!range || !reader.isMap(reader.root)) continue;
    const fields = reader.map(reader.root);
    if (reader.text(fields.get('kind')) !== 'template') continue;
    const load = reader.text(fields.get('load')) ?? '';
    const data = readData(fields.get('data'), reader);
    const start = positions.at(range.start).line;
    const firstError = reader.problems.find(({ severity }) => severity === 'error');
    const error =
      firstError?.message ?? (load ? data.error : 'load is missing; it names the template');
    found.push({ line: firstError?.line ?? start, load, data: data.data, error, ...range });
  }
  return found;
}

function readDocuments(text: string, budget: Budget): YamlDocument[] {
  try {
    return parseYaml(text, budget).filter(({ root }) => root);
  } catch {
    return [];
  }
}

/** Returns the text ranges of the documents; the fast parser does not report where they end. */
function findRanges(text: string): { start: number; end: number }[] {
  const documents = [...parseAllDocuments(text, { version: '1.1', uniqueKeys: false })];
  return documents.flatMap(({ contents }) =>
    contents?.range && !(isScalar(contents) && contents.value === null)
      ? { start: contents.range[0], end: contents.range[1] }
      : [],
  );
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
