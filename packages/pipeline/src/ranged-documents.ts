import { isScalar, parseAllDocuments } from 'yaml';
import { Budget } from './limits.ts';
import { parseYaml, type YamlDocument } from './yaml/parse-yaml.ts';
import { TextPositions } from './yaml/text-positions.ts';
import { YamlReader } from './yaml/yaml-reader.ts';

/** A document that is a map, with its range in the text. */
export interface RangedDocument {
  reader: YamlReader;
  /** Path of its file, if the text has several. */
  file?: string;
  /** First line in its file, from 1. */
  line: number;
  start: number;
  end: number;
}

/**
 * Lists the documents of a file that are maps; none if the YAML is invalid. Throws a `LimitError` if a limit is
 * exceeded.
 */
export function readRangedDocuments(text: string): RangedDocument[] {
  const positions = new TextPositions(text);
  const budget = new Budget();
  // First, because this parser rejects deep nesting.
  const documents = readDocuments(text, budget);
  const ranges = documents.length > 0 ? findRanges(text) : [];
  return documents.flatMap((document, index) => {
    const range = ranges[index];
    const reader = new YamlReader({ document, positions, budget, number: 1 });
    if (!range || !reader.isMap(reader.root)) return [];
    const { column: _, ...position } = positions.at(range.start);
    return [{ reader, ...position, ...range }];
  });
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
