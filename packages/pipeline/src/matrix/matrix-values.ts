import { maxCombinations } from './read-matrix.ts';

/**
 * A value that comes from a step. It is part of names of stages and replaces `${NAME}` in commands, so it has no
 * character that a shell or YAML could understand, and is no option of a program.
 */
const valuePattern = /^[\p{L}\p{N}_.+@/:,=][\p{L}\p{N}_.+@/:,=-]{0,99}$/u;

const allowed =
  'a value has at most 100 letters, digits and characters of "_.+@/:,=-", and does not start with "-"';

/** Values of a variable of a matrix, or why a text has none. */
export type MatrixValues = { values: string[] } | { problem: string };

/** Reads the values of a variable from an output: a JSON list of texts and numbers, or one value a line. */
export function parseMatrixValues(output: string): MatrixValues {
  const text = output.trim();
  // A command that has failed leaves an empty text. If it counted as no values, nothing would be tested.
  if (text === '') return { problem: 'it is empty; write [] for no values' };
  const read = text.startsWith('[') ? readJson(text) : { values: readLines(text) };
  if ('problem' in read) return read;
  const values = [...new Set(read.values)];
  if (values.length > maxCombinations) {
    return { problem: `it has ${values.length} values, more than ${maxCombinations}` };
  }
  const wrong = values.findIndex((value) => !valuePattern.test(value));
  return wrong === -1 ? { values } : { problem: `value ${wrong + 1} is not allowed: ${allowed}` };
}

function readLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function readJson(text: string): MatrixValues {
  let list: unknown;
  try {
    list = JSON.parse(text, keepNumber);
  } catch {
    return { problem: 'it starts with "[" but is not a JSON list' };
  }
  if (!Array.isArray(list)) return { problem: 'it is not a list' };
  const values = list.filter((value): value is string => typeof value === 'string');
  if (values.length === list.length) return { values };
  const wrong = list.findIndex((value) => typeof value !== 'string');
  return { problem: `value ${wrong + 1} of the list is neither a text nor a number` };
}

/** Keeps the text of a number: `1.20` stays `1.20`, as in the pipeline file. */
function keepNumber(_: string, value: unknown, { source }: { source?: string } = {}): unknown {
  return typeof value === 'number' ? (source ?? String(value)) : value;
}
