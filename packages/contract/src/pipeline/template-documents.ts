import { isScalar, parseAllDocuments } from 'yaml';
import { Budget, LimitError } from './limits.ts';
import { parseYaml, type YamlDocument } from './yaml/parse-yaml.ts';
import { TextPlaces } from './yaml/text-places.ts';
import type { Data } from './yaml/yaml-data.ts';
import { type Field, YamlReader } from './yaml/yaml-reader.ts';

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

const templateLine = /^["']?kind["']?\s*:\s*["']?template\b/m;

/**
 * The template documents of a pipeline file, in order. None where the YAML itself is wrong; one that
 * cannot be used where they are over a limit.
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
  const places = new TextPlaces(text);
  const budget = new Budget();
  // First, since this one refuses what nests too deeply.
  const documents = readDocuments(text, budget);
  const ranges = documents.length > 0 ? findRanges(text) : [];
  const found: TemplateDocument[] = [];
  for (const [index, document] of documents.entries()) {
    const range = ranges[index];
    const reader = new YamlReader({ document, places, budget, number: 1 });
    if (!range || !reader.isMap(reader.root)) continue;
    const fields = reader.map(reader.root);
    if (reader.text(fields.get('kind')) !== 'template') continue;
    const load = reader.text(fields.get('load')) ?? '';
    const data = readData(fields.get('data'), reader);
    const start = places.at(range.start).line;
    const fault = reader.problems.find(({ severity }) => severity === 'error');
    const error = fault?.message ?? (load ? data.error : 'load is missing; it names the template');
    found.push({ line: fault?.line ?? start, load, data: data.data, error, ...range });
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

/** The parts of the text that its documents take; the fast parser does not know where they end. */
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
