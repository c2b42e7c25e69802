import { type Document, LineCounter, parseAllDocuments } from 'yaml';
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

/** What the YAML itself has wrong. */
export function syntaxProblems(document: Document, lines: LineCounter, number: number): Problem[] {
  return document.errors.map((error) => {
    const { line, col } = lines.linePos(error.pos[0]);
    return { severity: 'error', document: number, line, column: col, message: error.message };
  });
}
