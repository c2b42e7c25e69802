import { YAMLException } from 'js-yaml';
import { LineCounter, parseAllDocuments } from 'yaml';
import { type NamedText, splitFiles } from '../combined-files.ts';
import { Budget } from '../limits.ts';
import type { Problem } from '../pipeline.ts';
import { explainFault } from './explain-fault.ts';
import { parseYaml } from './parse-yaml.ts';

/** Maximum length of all texts for the second parser, which takes seconds for a megabyte. */
const maxCharacters = 50_000;

/**
 * Describes why a text could not be parsed. Short texts are parsed again by a slower parser, which reports
 * the position of the error instead of the position where the fast parser gave up.
 * @param error thrown by the fast parser
 */
export function findSyntaxProblems(text: string, error: unknown): Problem[] {
  if (!(error instanceof YAMLException)) throw error;
  // Each file by itself, because an open quote in one ends in another.
  let readable = maxCharacters;
  const found = splitFiles(text).flatMap((file) => {
    const problems = findInFile(file, readable);
    if (problems.length > 0) readable -= file.text.length;
    return problems;
  });
  return found.length > 0 ? found : findInText(text, error, maxCharacters);
}

/** @param readable maximum length for the second parser */
function findInFile({ path, text }: NamedText, readable: number): Problem[] {
  try {
    parseYaml(text, new Budget());
    return [];
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return findInText(text, error, readable).map((problem) => ({ ...problem, file: path }));
  }
}

function findInText(text: string, error: YAMLException, readable: number): Problem[] {
  const isReadable = text.length <= readable && !isTooDeep(error);
  const found = isReadable ? findFirstFaults(text) : [];
  return found.length > 0 ? found : [fromException(error)];
}

/** First error of each document, because others follow from it. */
function findFirstFaults(text: string): Problem[] {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, {
    version: '1.1',
    lineCounter: lines,
    uniqueKeys: false,
    prettyErrors: false,
  });
  return [...documents].flatMap((document, index) =>
    document.errors.slice(0, 1).map((fault): Problem => {
      const { line, col } = lines.linePos(fault.pos[0]);
      const { code, message } = fault;
      const explained = explainFault(text, { code, message, line, column: col });
      return { severity: 'error', document: index + 1, ...explained };
    }),
  );
}

function isTooDeep({ reason }: YAMLException): boolean {
  return reason.includes('maxDepth');
}

function fromException(error: YAMLException): Problem {
  const { mark } = error;
  const reason = isTooDeep(error) ? 'the file nests too deeply' : error.reason;
  const line = (mark?.line ?? 0) + 1;
  const column = (mark?.column ?? 0) + 1;
  return { severity: 'error', document: 1, line, column, message: reason };
}
