import type { Combination, Matrix, OutputText } from '../model.ts';
import { variableName } from '../names.ts';
import { escapeText } from '../write/escape-text.ts';
import { constants } from './constants.ts';

/** Of an expression and of its value, which `format` can make longer. */
const maxLength = 400;
const maxCombinations = 100;

/** Returns the value of an expression for the values of a matrix. */
type Evaluate = (values: Combination) => string;

interface ParsedExpression {
  evaluate: Evaluate;
  /** Variables of the matrix that the expression uses. */
  names: Set<string>;
}

/**
 * Computes an expression of constants and values of the matrix, such as `matrix.slow && '--slow' || ''`, for each of its combinations.
 * Adds different values to the matrix as a variable.
 *
 * @param name what the variable is called, if it is free
 * @returns the value, or the variable that has it; undefined for other expressions
 */
export function computeFromMatrix(
  expression: string,
  matrix: Matrix,
  name: string,
): OutputText | undefined {
  const parsed = parse(expression);
  if (!parsed) return undefined;
  // An entry of "include" would be a combination of its own before the other values are known.
  if (matrix.outputs.size > 0 && parsed.names.size > 0) return undefined;
  const combinations = combinationsOf(matrix, parsed.names);
  if (combinations === undefined || combinations.length === 0) return undefined;
  const values = combinations.map(parsed.evaluate);
  const [first = ''] = values;
  if (values.some(({ length }) => length > maxLength)) return undefined;
  if (values.every((value) => value === first)) return first;
  // An entry of "include" for values that are excluded would add them again.
  if (matrix.exclude.length > 0) return undefined;
  const own = freeName(variableName(name), matrix);
  for (const [index, combination] of combinations.entries()) {
    combination.set(own, values[index] ?? '');
    if (!matrix.include.includes(combination)) matrix.include.push(combination);
  }
  return `\${${own}}`;
}

/** Returns the combinations with a value of their own: those of the lists that are used, or all of `include`. */
function combinationsOf(
  { axes, include }: Matrix,
  names: ReadonlySet<string>,
): Combination[] | undefined {
  let combinations: Combination[] = [new Map()];
  if (names.size === 0) return combinations;
  if (axes.size === 0) return include;
  for (const name of names) {
    const values = axes.get(name);
    if (!values) return undefined;
    combinations = combinations.flatMap((combination) =>
      values.map((value) => new Map([...combination, [name, value]])),
    );
    if (combinations.length + include.length > maxCombinations) return undefined;
  }
  return combinations;
}

function freeName(name: string, { axes, include }: Matrix): string {
  const isUsed = (text: string) => axes.has(text) || include.some((values) => values.has(text));
  let free = name;
  for (let number = 2; isUsed(free); number++) free = `${name}_${number}`;
  return free;
}

const token =
  /\s*(?:'((?:[^']|'')*)'|(-?\d+(?:\.\d+)?)(?![\w.])|([A-Za-z_][\w.-]*)|(&&|\|\||[=!<>]=|[<>!(),]))/y;

const functions: Readonly<Record<string, (...values: string[]) => string>> = {
  format: (text = '', ...values) =>
    text.replaceAll(/\{(\d+)\}/g, (_, index) => values[Number(index)] ?? ''),
  contains: (text = '', part = '') => String(text.toLowerCase().includes(part.toLowerCase())),
  startsWith: (text = '', part = '') => String(text.toLowerCase().startsWith(part.toLowerCase())),
  endsWith: (text = '', part = '') => String(text.toLowerCase().endsWith(part.toLowerCase())),
};

const comparisons: Readonly<Record<string, (a: string, b: string) => boolean>> = {
  '==': isEqual,
  '!=': (a, b) => !isEqual(a, b),
  '<': (a, b) => Number(a) < Number(b),
  '>': (a, b) => Number(a) > Number(b),
  '<=': (a, b) => Number(a) <= Number(b),
  '>=': (a, b) => Number(a) >= Number(b),
};

function isEqual(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Values of a matrix are texts here, also `false` and `0`. */
function isTrue(value: string): boolean {
  return !['', 'false', '0'].includes(value);
}

function parse(expression: string): ParsedExpression | undefined {
  const words = expression.length > maxLength ? undefined : split(expression);
  if (!words) return undefined;
  const names = new Set<string>();
  let at = 0;
  const takes = (operator: string) => words[at]?.operator === operator && ++at > 0;

  const readOr = (): Evaluate | undefined => {
    let left = readAnd();
    while (takes('||'))
      left = join(left, readAnd(), (a, b) => choose(a, (value) => !isTrue(value), b));
    return left;
  };
  const readAnd = (): Evaluate | undefined => {
    let left = readComparison();
    while (takes('&&')) {
      left = join(left, readComparison(), (a, b) => choose(a, isTrue, b));
    }
    return left;
  };
  const readComparison = (): Evaluate | undefined => {
    const left = readValue();
    const compare = comparisons[words[at]?.operator ?? ''];
    if (!compare) return left;
    at++;
    return join(left, readValue(), (a, b) => (values) => String(compare(a(values), b(values))));
  };
  const readValue = (): Evaluate | undefined => {
    if (takes('!')) {
      const value = readValue();
      return value && ((values) => String(!isTrue(value(values))));
    }
    if (takes('(')) {
      const inner = readOr();
      return takes(')') ? inner : undefined;
    }
    const word = words[at++];
    if (word?.literal !== undefined) return () => escapeText(word.literal ?? '');
    const name = word?.name ?? '';
    const lower = name.toLowerCase();
    const constant = Object.hasOwn(constants, lower) ? constants[lower] : undefined;
    if (constant !== undefined) return () => constant;
    if (Object.hasOwn(functions, name)) return readCall(functions[name]);
    if (!name.startsWith('matrix.')) return undefined;
    const variable = variableName(name.slice('matrix.'.length));
    names.add(variable);
    return (values) => values.get(variable) ?? '';
  };
  const readCall = (call: ((...values: string[]) => string) | undefined): Evaluate | undefined => {
    if (!call || !takes('(')) return undefined;
    const values: Evaluate[] = [];
    do {
      const value = readOr();
      if (!value) return undefined;
      values.push(value);
    } while (takes(','));
    return takes(')')
      ? (combination) => call(...values.map((value) => value(combination))).slice(0, maxLength + 1)
      : undefined;
  };

  const evaluate = readOr();
  return evaluate && at === words.length ? { evaluate, names } : undefined;
}

function join(
  left: Evaluate | undefined,
  right: Evaluate | undefined,
  create: (a: Evaluate, b: Evaluate) => Evaluate,
): Evaluate | undefined {
  return left && right && create(left, right);
}

/** Returns the second value if the first one passes, else the first one. */
function choose(first: Evaluate, passes: (value: string) => boolean, second: Evaluate): Evaluate {
  return (values) => {
    const value = first(values);
    return passes(value) ? second(values) : value;
  };
}

interface Word {
  literal?: string | undefined;
  name?: string | undefined;
  operator?: string | undefined;
}

/** Splits an expression into words; undefined if it has a sign that no expression of a matrix has. */
function split(expression: string): Word[] | undefined {
  const text = expression.trim();
  const words: Word[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const found = token.exec(text);
    if (!found) return undefined;
    const [, quoted, number, name, operator] = found;
    words.push({ literal: quoted?.replaceAll("''", "'") ?? number, name, operator });
  }
  return words;
}
