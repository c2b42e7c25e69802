import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type LineCounter,
  type Node,
  type YAMLMap,
} from 'yaml';
import { Aliases } from './aliases.ts';
import type { Problem } from './pipeline.ts';
import type { TextUse } from './substitute.ts';
import { type Data, DataError, keyText, toData } from './yaml-data.ts';

/** A value of the file with the words that name it in a message: `steps[0].name`. */
export interface Field {
  node: Node | null;
  path: string;
}

export interface ReaderOptions {
  document: Document;
  lines: LineCounter;
  /** Counts from 1. */
  number: number;
  /** Changes every text that is read. */
  substitute?: ((text: string, use: TextUse) => string) | undefined;
}

/** Merge keys can make a small file huge. */
const maxMerges = 10_000;

/** Reads typed values out of one YAML document and collects a problem for each that does not fit. */
export class YamlReader {
  readonly problems: Problem[];
  private readonly options: ReaderOptions;
  private readonly aliases: Aliases;
  private merges = 0;

  constructor(options: ReaderOptions) {
    this.options = options;
    this.aliases = new Aliases(options.document, options.lines, options.number);
    this.problems = [...this.aliases.problems];
  }

  get root(): Field {
    return { node: this.options.document.contents as Node | null, path: '' };
  }

  get hasErrors(): boolean {
    return this.problems.some((problem) => problem.severity === 'error');
  }

  report(severity: Problem['severity'], field: Field, message: string): void {
    this.problems.push(this.problemAt(severity, field, message));
  }

  problemAt(severity: Problem['severity'], field: Field, message: string): Problem {
    const { lines, number } = this.options;
    const { line, col } = lines.linePos(field.node?.range?.[0] ?? 0);
    return { severity, document: number, line, column: col, message };
  }

  /** The fields of a map by key, merges applied, the last of a repeated key winning. */
  map(field: Field | undefined): Map<string, Field> {
    const fields = new Map<string, Field>();
    const node = this.aliases.resolve(field?.node);
    if (!field || !node || isNull(node)) return fields;
    if (!isMap(node)) this.report('error', field, `${named(field)} must be a map`);
    else this.collect(node, field.path, fields);
    return fields;
  }

  list(field: Field | undefined): Field[] {
    const node = this.aliases.resolve(field?.node);
    if (!field || !node || isNull(node)) return [];
    if (!isSeq(node)) {
      this.report('error', field, `${named(field)} must be a list`);
      return [];
    }
    return node.items.map((item, index) => ({
      node: item as Node | null,
      path: `${field.path}[${index}]`,
    }));
  }

  /** The source text of a scalar: `1.40` stays `1.40`, `yes` stays `yes`. */
  text(field: Field | undefined, use: TextUse = 'value'): string | undefined {
    const node = this.aliases.resolve(field?.node);
    if (!field || !node || isNull(node)) return undefined;
    if (!isScalar(node)) {
      this.report('error', field, `${named(field)} must be text`);
      return undefined;
    }
    const text = typeof node.value === 'string' ? node.value : (node.source ?? String(node.value));
    return this.options.substitute?.(text, use) ?? text;
  }

  /** A list of texts; a single text stands for a list of one. */
  texts(field: Field | undefined, use: TextUse = 'value'): string[] {
    if (field && this.isText(field)) {
      const text = this.text(field, use);
      return text === undefined ? [] : [text];
    }
    return this.list(field).flatMap((item) => this.text(item, use) ?? []);
  }

  textMap(field: Field | undefined): Record<string, string> {
    const entries = [...this.map(field)].map(([key, value]): [string, string] => [
      key,
      this.text(value) ?? '',
    ]);
    return Object.fromEntries(entries);
  }

  flag(field: Field | undefined): boolean {
    const node = this.aliases.resolve(field?.node);
    if (!field || !node || isNull(node)) return false;
    if (isScalar(node) && typeof node.value === 'boolean') return node.value;
    this.report('error', field, `${named(field)} must be true or false`);
    return false;
  }

  /** Any value, as plain data. */
  data(field: Field): Data {
    try {
      const { substitute = (text) => text } = this.options;
      return toData(
        field.node,
        (node) => this.aliases.resolve(node),
        (text) => substitute(text, 'value'),
      );
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      this.report('error', field, `${named(field)}: ${error.message}`);
      return null;
    }
  }

  isMap(field: Field | undefined): boolean {
    return isMap(this.aliases.resolve(field?.node));
  }

  isText(field: Field | undefined): boolean {
    const node = this.aliases.resolve(field?.node);
    return isScalar(node) && node.value !== null;
  }

  warnUnknown(fields: Map<string, Field>, known: readonly string[], where: string): void {
    for (const [key, field] of fields) {
      if (!known.includes(key) && !key.startsWith('.') && !key.startsWith('x-')) {
        this.report('warning', field, `unknown key "${key}" in ${where}`);
      }
    }
  }

  private collect(map: YAMLMap, path: string, into: Map<string, Field>): void {
    this.merges++;
    if (this.merges > maxMerges) {
      if (this.merges === maxMerges + 1) this.report('error', this.root, 'too many merge keys');
      return;
    }
    const own = new Set<string>();
    for (const pair of map.items) {
      if (keyText(pair.key) === '<<') this.merge(pair.value as Node | null, path, into);
    }
    for (const pair of map.items) {
      const key = keyText(pair.key);
      if (key === '<<') continue;
      const field = { node: pair.value as Node | null, path: path ? `${path}.${key}` : key };
      if (own.has(key)) {
        const place = { node: pair.key as Node, path };
        this.report('warning', place, `"${field.path}" is here twice; the last one counts`);
      }
      own.add(key);
      into.set(key, field);
    }
  }

  private merge(value: Node | null, path: string, into: Map<string, Field>): void {
    const merged = this.aliases.resolve(value);
    const sources = isSeq(merged)
      ? merged.items.map((item) => this.aliases.resolve(item as Node))
      : [merged];
    // Of several maps the first one counts.
    for (const source of sources.toReversed()) {
      if (isMap(source)) this.collect(source, path, into);
    }
  }
}

function isNull(node: Node): boolean {
  return isScalar(node) && node.value === null;
}

function named(field: Field): string {
  return field.path || 'the document';
}
