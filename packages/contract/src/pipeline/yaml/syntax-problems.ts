import { YAMLException } from 'js-yaml';
import { type ErrorCode, LineCounter, parseAllDocuments } from 'yaml';
import type { Problem } from '../pipeline.ts';

const checkIndentation = 'check the indentation of this line and of those above';
/** What people can do about a fault that the parser names in the words of the YAML specification. */
const hints: Partial<Record<ErrorCode, string>> = {
  BAD_INDENT: checkIndentation,
  BLOCK_AS_IMPLICIT_KEY: `${checkIndentation}, and quote a text that has ": " in it`,
  MULTILINE_IMPLICIT_KEY: `a colon is missing, or ${checkIndentation}`,
  UNEXPECTED_TOKEN: 'quote a text that has special characters',
};

/**
 * What is wrong with a text that could not be parsed: the first fault of each document, since others
 * follow from it. A second, slower parser reads it for this, because it names the place of the fault
 * and not the one where the first could not go on.
 *
 * @param error what the first parser threw
 */
export function findSyntaxProblems(text: string, error: unknown): Problem[] {
  if (!(error instanceof YAMLException)) throw error;
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, {
    version: '1.1',
    lineCounter: lines,
    uniqueKeys: false,
    prettyErrors: false,
  });
  const problems = [...documents].flatMap((document, index) =>
    document.errors.slice(0, 1).map((fault): Problem => {
      const { line, col } = lines.linePos(fault.pos[0]);
      const isItem = fault.message.startsWith('Sequence item');
      const hint = isItem ? checkIndentation : hints[fault.code];
      const message = hint ? `${fault.message}: ${hint}` : fault.message;
      return { severity: 'error', document: index + 1, line, column: col, message };
    }),
  );
  return problems.length > 0 ? problems : [fromException(error)];
}

function fromException({ reason, mark }: YAMLException): Problem {
  const line = (mark?.line ?? 0) + 1;
  const column = (mark?.column ?? 0) + 1;
  return { severity: 'error', document: 1, line, column, message: reason };
}
