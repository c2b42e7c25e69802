import { type Document, type ErrorCode, LineCounter, parseAllDocuments } from 'yaml';
import type { Problem } from './pipeline.ts';

interface ParsedDocuments {
  documents: Document[];
  lines: LineCounter;
}

/** The YAML documents of a pipeline file, read the way existing servers read them. */
export function parseDocuments(text: string): ParsedDocuments {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, {
    version: '1.1',
    lineCounter: lines,
    uniqueKeys: false,
    prettyErrors: false,
    keepSourceTokens: false,
  });
  return { documents: [...documents] as Document[], lines };
}

const checkIndentation = 'check the indentation of this line and of those above';
/** What people can do about a fault that the parser names in the words of the YAML specification. */
const hints: Partial<Record<ErrorCode, string>> = {
  BAD_INDENT: checkIndentation,
  BLOCK_AS_IMPLICIT_KEY: `${checkIndentation}, and quote a text that has ": " in it`,
  MULTILINE_IMPLICIT_KEY: `a colon is missing, or ${checkIndentation}`,
  UNEXPECTED_TOKEN: 'quote a text that has special characters',
};

/** What the YAML itself has wrong: the first fault of the document, since others follow from it. */
export function syntaxProblems(document: Document, lines: LineCounter, number: number): Problem[] {
  return document.errors.slice(0, 1).map((error) => {
    const { line, col } = lines.linePos(error.pos[0]);
    const isItem = error.message.startsWith('Sequence item');
    const hint = isItem ? checkIndentation : hints[error.code];
    const message = hint ? `${error.message}: ${hint}` : error.message;
    return { severity: 'error', document: number, line, column: col, message };
  });
}
