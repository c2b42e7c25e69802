import type { Conversion } from '../conversion.ts';
import type { Combination, MatrixOutput, Stage } from '../model.ts';
import { variableName } from '../names.ts';
import type { SourceNode } from '../source/source-node.ts';
import { escapeText } from '../write/escape-text.ts';
import { imageOfMachine } from './actions.ts';

/** Maximum number of combinations of a pipeline. */
const maxCombinations = 100;

/** The value of `runs-on`: `matrix.os`, also with a default or `-latest` after it. */
const machinePattern = /^\$\{\{\s*matrix\.([\w.-]+)(?:\s*\|\|[^}]*|\s*)\}\}(?:-latest)?$/;

/**
 * Reads `strategy` and returns the names that `matrix.…` can have.
 *
 * @param findOutput returns the output that an expression has as a list
 */
export function readMatrix(
  job: SourceNode,
  stage: Stage,
  conversion: Conversion,
  findOutput: (expression: string) => MatrixOutput | undefined,
): ReadonlySet<string> {
  const names = new Set<string>();
  const strategy = job.get('strategy');
  const matrix = strategy?.get('matrix');
  if (!strategy || !matrix) return names;
  skipStrategy(strategy, stage, conversion);
  if (matrix.kind === 'text') {
    const reason = 'its names are not known here; write them, with a list from an output for each';
    conversion.skip(stage, matrix, `the matrix ${matrix.summarize()}, because ${reason}`);
  }
  const flatten = (node: SourceNode, key: string) =>
    flattenValue(node, key, names, (value, path) =>
      conversion.skip(
        stage,
        value,
        `the matrix value ${path}: ${value.summarize()}, because it is computed`,
      ),
    );
  const axes: { key: string; items: SourceNode[]; values: Combination[] }[] = [];
  for (const [key, axis] of matrix.entries) {
    if (key === 'include' || key === 'exclude') continue;
    if (axis.kind === 'list') {
      axes.push({ key, items: axis.items, values: axis.items.map((item) => flatten(item, key)) });
      continue;
    }
    const output = findOutput(axis.value);
    if (output) {
      axis.mark();
      names.add(key);
      stage.matrix.outputs.set(variableName(key), output);
    } else {
      conversion.skip(
        stage,
        axis,
        `the matrix values ${key}: ${axis.summarize()}, because they are computed`,
      );
    }
  }
  const own = stage.matrix;
  if (axes.some(({ items }) => items.some(({ kind }) => kind === 'map'))) {
    own.include = combine(axes.map(({ values }) => values));
  } else {
    for (const { key, values } of axes) {
      const name = variableName(key);
      own.axes.set(
        name,
        values.flatMap((value) => value.get(name) ?? []),
      );
    }
  }
  for (const kind of ['include', 'exclude'] as const) {
    for (const item of matrix.get(kind)?.items ?? []) own[kind].push(flatten(item, ''));
  }
  const machine = machinePattern.exec(job.get('runs-on')?.value.trim() ?? '')?.[1];
  if (machine !== undefined) skipMachines(variableName(machine), stage, conversion, matrix);
  return names;
}

function skipStrategy(strategy: SourceNode, stage: Stage, conversion: Conversion): void {
  for (const key of ['fail-fast', 'max-parallel']) {
    const reason = 'all combinations run; "concurrency" limits how many at once';
    if (strategy.get(key)?.value === 'false') strategy.text(key);
    else conversion.skipKey(stage, strategy, key, reason);
  }
}

/** Returns the texts of a value by the name of their variable: `config.os` is `CONFIG_OS`. */
function flattenValue(
  node: SourceNode,
  key: string,
  names: Set<string>,
  skip: (value: SourceNode, path: string) => void,
): Combination {
  const found: Combination = new Map();
  const visit = (value: SourceNode, path: string): void => {
    const text = value.readText();
    if (text?.includes('${')) skip(value, path);
    else if (text !== undefined) {
      names.add(path);
      found.set(variableName(path), escapeText(text));
    }
    for (const [name, child] of value.entries) visit(child, path === '' ? name : `${path}.${name}`);
  };
  visit(node, key);
  return found;
}

/** Returns all combinations of one value of each axis, up to the limit of a pipeline. */
function combine(axes: Combination[][]): Combination[] {
  let combinations: Combination[] = [new Map()];
  for (const values of axes) {
    combinations = combinations
      .flatMap((combination) =>
        values.slice(0, maxCombinations + 1).map((value) => new Map([...combination, ...value])),
      )
      .slice(0, maxCombinations + 1);
  }
  return combinations;
}

/** Removes combinations for machines without Linux, because the steps are containers. */
function skipMachines(
  name: string,
  { matrix, comments }: Stage,
  conversion: Conversion,
  node: SourceNode,
): void {
  const isOther = (value: string | undefined) =>
    value !== undefined && imageOfMachine(value) === undefined;
  const removed = new Set<string>();
  const axis = matrix.axes.get(name);
  const linux = axis?.filter((value) => !isOther(value)) ?? [];
  if (axis && linux.length > 0) {
    for (const value of axis) if (isOther(value)) removed.add(`the combinations with ${value}`);
    matrix.axes.set(name, linux);
  }
  for (const kind of ['include', 'exclude'] as const) {
    matrix[kind] = matrix[kind].filter((combination) => {
      if (!isOther(combination.get(name))) return true;
      const values = [...combination].map(([key, value]) => `${key}: ${value}`);
      removed.add(
        `the ${kind === 'include' ? '' : 'excluded '}combination { ${values.join(', ')} }`,
      );
      return false;
    });
  }
  for (const combinations of removed) {
    conversion.remark(
      { comments },
      node,
      `Not converted: ${combinations}, because steps in containers run on Linux; add a pipeline of type exec for them`,
    );
  }
}
