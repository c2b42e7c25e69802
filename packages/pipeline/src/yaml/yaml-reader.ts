import { hintForKey, type KeyPlace, pluginHint } from '../hints/foreign-keys.ts';
import { hintForForm } from '../hints/right-form.ts';
import { type Budget, maxProblems } from '../limits.ts';
import { type Combination, fillCombination } from '../matrix/fill-combination.ts';
import { askFor } from '../name-hint.ts';
import type { Problem } from '../pipeline.ts';
import { isFreeKey } from '../shared-parts/hidden-document.ts';
import { isMergeKey, mergeSources, wrongMerge } from './merge-key.ts';
import { nearestKey } from './nearest-key.ts';
import type { YamlDocument } from './parse-yaml.ts';
import { secretKey, secretNameOf, wrongSecretName } from './secret-name.ts';
import type { TextPositions } from './text-positions.ts';
import { type Data, DataError, toData } from './yaml-data.ts';
import { keyText, plainValue, resolveAlias, type YamlMap, type YamlNode } from './yaml-node.ts';

/** A value of the file with the path that names it in messages: `steps[0].name`. */
export interface Field {
  node: YamlNode | undefined;
  path: string;
  /** Set for a value of a map. */
  key?: YamlNode | undefined;
  /** Earlier value of the same key: from a map merged above, or from a duplicate key. */
  before?: Field | undefined;
}

/** Use of a text. The shell parses commands a second time. */
export type TextUse = 'command' | 'value';

export interface ReaderOptions {
  document: YamlDocument;
  positions: TextPositions;
  budget: Budget;
  /** Counts from 1. */
  number: number;
  /** Transforms every text that is read. */
  fill?: ((text: string, use: TextUse, matrix: Combination) => string) | undefined;
  /** Values of the combination for which a pipeline with a matrix is read. */
  matrix?: Combination;
  /** Whether an earlier pipeline decides values of the matrix. */
  isMatrixOpen?: boolean;
}

/** Limits the expansion of merge keys, which can turn a small file into an enormous map. */
const maxMerges = 10_000;
/** Maximum length of a name in a message. */
const maxNameLength = 60;

/** Reads typed values from one YAML document and collects a problem for each invalid value. */
export class YamlReader {
  readonly problems: Problem[] = [];
  private readonly options: ReaderOptions;
  private readonly counts = { error: 0, warning: 0 };
  private merges = 0;

  constructor(options: ReaderOptions) {
    this.options = options;
    for (const { start, message } of options.document.wrongAliases) {
      this.add(this.problemFrom('error', start, message));
    }
  }

  /** Values of the combination for which the document is read; empty without a matrix. */
  get matrix(): Combination {
    return this.options.matrix ?? {};
  }

  /** Returns a reader of the same document for a combination of its matrix. */
  withMatrix(matrix: Combination): YamlReader {
    return new YamlReader({ ...this.options, matrix });
  }

  /** Whether an earlier pipeline decides values of the matrix. */
  get isMatrixOpen(): boolean {
    return this.options.isMatrixOpen ?? false;
  }

  /** Returns a reader of the same document that leaves the variables of its matrix as they are. */
  withOpenMatrix(names: readonly string[]): YamlReader {
    const matrix = Object.fromEntries(names.map((name) => [name, `\${${name}}`]));
    return new YamlReader({ ...this.options, matrix, isMatrixOpen: true });
  }

  get root(): Field {
    return { node: this.options.document.root, path: '' };
  }

  get budget(): Budget {
    return this.options.budget;
  }

  report(severity: Problem['severity'], field: Field, message: string): void {
    this.add(this.problemAt(severity, field, message));
  }

  problemAt(severity: Problem['severity'], field: Field, message: string): Problem {
    return this.problemFrom(severity, this.startOf(field), message);
  }

  /** Returns the position of a value, or of its key if the value is a map or a list below it. */
  private startOf({ node, key }: Field): number {
    const { positions } = this.options;
    if (!node || !key || node.kind === 'scalar') return node?.start ?? 0;
    return positions.at(key.start).line === positions.at(node.start).line ? node.start : key.start;
  }

  /**
   * Returns the fields of a map by key, in file order. A merge applies at its position, and the last value of
   * a key is used. As on existing servers, a map is joined with earlier maps of its key.
   */
  map(field: Field | undefined): Map<string, Field> {
    const fields = new Map<string, Field>();
    for (const { node: unresolved, ...located } of this.layers(field)) {
      const node = resolveAlias(unresolved);
      if (node?.kind === 'map') this.collect(node, located.path, fields);
      else if (node) {
        this.reportType({ node: unresolved, ...located }, 'a map');
      }
    }
    return fields;
  }

  /** Returns the keys and values of a map in order, including duplicate keys. */
  pairs(field: Field | undefined): [string, Field][] {
    const node = resolveAlias(field?.node);
    if (!field || node?.kind !== 'map') return [...this.map(field)];
    return node.pairs.flatMap((pair) => [
      ...this.map({ node: { kind: 'map', pairs: [pair], start: node.start }, path: field.path }),
    ]);
  }

  list(field: Field | undefined): Field[] {
    const node = resolveAlias(field?.node);
    if (!field || !node || this.isNullOrEmpty(field)) return [];
    if (node.kind !== 'list') {
      this.reportType(field, 'a list');
      return [];
    }
    return node.items.map((item, index) => ({
      node: item,
      path: `${field.path}[${itemName(item) ?? index}]`,
    }));
  }

  /** Returns the items of a list, and those of lists in it. An alias in a list can be such a list. */
  flatList(field: Field | undefined): Field[] {
    return this.list(field).flatMap((item) => {
      if (!this.isList(item)) return item;
      // Aliases can repeat a list any number of times.
      this.budget.spend('texts', 1);
      return this.flatList(item);
    });
  }

  /** Returns the source text of a scalar: `1.40` stays `1.40`, `yes` stays `yes`. */
  text(field: Field | undefined, use: TextUse = 'value'): string | undefined {
    const node = resolveAlias(field?.node);
    if (!field || !node) return undefined;
    if (node.kind !== 'scalar') {
      this.reportType(field, 'text');
      return undefined;
    }
    const text = this.fill(node.text, use);
    return node.isPlain && plainValue(text) === null ? undefined : text;
  }

  /** Reads a list of texts; a single text is a list of one. */
  texts(field: Field | undefined, use: TextUse = 'value'): string[] {
    const items = field && this.isText(field) ? [field] : this.list(field);
    return items.flatMap((item) => this.text(item, use) ?? []);
  }

  /** Reads a list of commands, with those of lists in it; a single text is a list of one. */
  commands(field: Field | undefined): string[] {
    const items = field && this.isText(field) ? [field] : this.flatList(field);
    return items.flatMap((item) => this.text(item, 'command') ?? []);
  }

  textMap(field: Field | undefined): Record<string, string> {
    const entries = [...this.map(field)].map(([key, value]): [string, string] => [
      key,
      this.text(value) ?? '',
    ]);
    return Object.fromEntries(entries);
  }

  flag(field: Field | undefined): boolean {
    const node = resolveAlias(field?.node);
    if (!field || !node || this.isNullOrEmpty(field)) return false;
    if (node.kind === 'scalar' && node.isPlain) {
      const value = plainValue(this.fill(node.text));
      if (typeof value === 'boolean') return value;
    }
    this.reportType(field, 'true or false');
    return false;
  }

  private reportType(field: Field, type: string): void {
    const hint = this.counts.error < maxProblems ? hintForForm(field.path, field.node) : '';
    this.report('error', field, `${named(field)} must be ${type}${hint}`);
  }

  /** Returns any value as plain data. */
  data(field: Field): Data {
    return this.convert(field);
  }

  /** Returns any value as plain data, in which a map with `from_secret` stands for a secret. */
  dataWithSecrets(field: Field): Data {
    return this.convert(field, (value) => {
      throw new DataError(wrongSecretName, value);
    });
  }

  /** Returns the name of a secret, the value of `from_secret`. */
  secretName(field: Field): string | undefined {
    const name = secretNameOf(field.node);
    if (name !== undefined) return this.fill(name);
    const path = field.path.slice(0, -`.${secretKey}`.length);
    this.report('error', field, `${path}: ${wrongSecretName}`);
    return undefined;
  }

  private convert(field: Field, onWrongSecret?: (value: YamlNode) => never): Data {
    try {
      return toData(field.node, (text) => this.fill(text), onWrongSecret);
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      const located = { node: error.node, path: field.path };
      this.report('error', located, `${named(field)}: ${error.message}`);
      return null;
    }
  }

  isMap(field: Field | undefined): boolean {
    return resolveAlias(field?.node)?.kind === 'map';
  }

  isList(field: Field | undefined): boolean {
    return resolveAlias(field?.node)?.kind === 'list';
  }

  isText(field: Field | undefined): boolean {
    return resolveAlias(field?.node)?.kind === 'scalar' && !this.isNullOrEmpty(field);
  }

  /** @param place where keys of other systems are known; without it, only misspelled keys are suggested */
  warnUnknown(
    fields: Map<string, Field>,
    known: readonly string[],
    where: string,
    place?: KeyPlace,
  ): void {
    for (const [key, field] of fields) {
      if (!known.includes(key) && !isFreeKey(key)) {
        // A file may have tens of thousands of unknown keys, and a suggestion is expensive.
        const isHinted = this.counts.warning < maxProblems;
        const end = isHinted ? hintForUnknown(key, known, place) : '';
        const at = field.key ? { node: field.key, path: field.path } : field;
        this.report('warning', at, `unknown key "${key}" in ${where}${end}`);
      }
    }
  }

  /** Returns the values of a key in order; null discards the values before it. */
  private layers(field: Field | undefined): Field[] {
    const layers: Field[] = [];
    for (let at = field; at && !this.isNullOrEmpty(at); at = at.before) layers.push(at);
    return layers.reverse();
  }

  /** True for null, and for a text that is empty after substitution. */
  private isNullOrEmpty(field: Field | undefined): boolean {
    const node = resolveAlias(field?.node);
    if (node?.kind !== 'scalar' || !node.isPlain) return false;
    return plainValue(this.fill(node.text)) === null;
  }

  private fill(text: string, use: TextUse = 'value'): string {
    const { fill = withoutValues, matrix = {} } = this.options;
    const filled = fill(text, use, matrix);
    this.budget.spend('texts', 1);
    this.budget.spend('filledCharacters', filled.length);
    return filled;
  }

  /** Adds a problem, up to a maximum for each severity and document. */
  private add(problem: Problem): void {
    this.counts[problem.severity]++;
    if (this.counts[problem.severity] <= maxProblems) this.problems.push(problem);
  }

  private problemFrom(severity: Problem['severity'], start: number, message: string): Problem {
    const { positions, number } = this.options;
    return { severity, document: number, ...positions.at(start), message };
  }

  private collect(map: YamlMap, path: string, into: Map<string, Field>): void {
    this.merges++;
    if (this.merges > maxMerges) {
      if (this.merges === maxMerges + 1) this.report('error', this.root, 'too many merge keys');
      return;
    }
    const own = new Set<string>();
    for (const { key, value } of map.pairs) {
      if (isMergeKey(key)) this.merge(value, path, into);
      else this.collectPair(key, value, path, into, own);
    }
  }

  private collectPair(
    key: YamlNode,
    value: YamlNode,
    path: string,
    into: Map<string, Field>,
    own: Set<string>,
  ): void {
    const name = this.fill(keyText(key));
    const before = into.get(name);
    const field = { node: value, key, path: path ? `${path}.${name}` : name, before };
    if (own.has(name)) {
      const hint =
        this.isMap(field) && this.isMap(field.before) ? 'write it once' : 'the last value is used';
      this.report('warning', { node: key, path }, `"${field.path}" is a duplicate key; ${hint}`);
    }
    own.add(name);
    into.set(name, field);
  }

  private merge(value: YamlNode, path: string, into: Map<string, Field>): void {
    for (const source of mergeSources(value)) {
      if (source.kind === 'map') this.collect(source, path, into);
      else this.report('error', { node: source, path: '<<' }, wrongMerge);
    }
  }
}

function hintForUnknown(key: string, known: readonly string[], place?: KeyPlace): string {
  const hint = place && hintForKey(key, place);
  if (hint) return `; ${hint}`;
  const nearest = nearestKey(key, known);
  if (nearest) return askFor(nearest);
  return place === 'a plugin' ? `; ${pluginHint}` : '';
}

/** Returns the field without its earlier values. */
export function withoutBefore({ node, key, path }: Field): Field {
  return { node, key, path };
}

/** Returns the text of the key `name` of a map, by which people find it. */
function itemName(item: YamlNode): string | undefined {
  const node = resolveAlias(item);
  if (node?.kind !== 'map') return undefined;
  const value = resolveAlias(node.pairs.find(({ key }) => keyText(key) === 'name')?.value);
  return value?.kind === 'scalar' && value.text.length <= maxNameLength ? value.text : undefined;
}

/** Replaces the values of the matrix alone, because the others are known only to the runner. */
const withoutValues: NonNullable<ReaderOptions['fill']> = (text, _, matrix) =>
  fillCombination(text, matrix);

function named(field: Pick<Field, 'path'>): string {
  return field.path || 'the document';
}
