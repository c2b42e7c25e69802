import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type LineCounter,
  type Node,
  type YAMLMap,
} from 'yaml';
import type { Problem } from './pipeline.ts';

/** A value of the file with the words that name it in a message: `steps[0].name`. */
export interface Field {
  node: Node | null;
  path: string;
}

const maxMergeDepth = 20;

/** Reads typed values out of one YAML document and collects a problem for each that does not fit. */
export class YamlReader {
  readonly problems: Problem[] = [];
  private readonly unknownAliases = new Set<Node>();
  private readonly document: Document;
  private readonly lines: LineCounter;
  private readonly documentNumber: number;

  constructor(document: Document, lines: LineCounter, documentNumber: number) {
    this.document = document;
    this.lines = lines;
    this.documentNumber = documentNumber;
  }

  get root(): Field {
    return { node: this.document.contents as Node | null, path: '' };
  }

  report(severity: Problem['severity'], field: Field, message: string): void {
    const offset = field.node?.range?.[0] ?? 0;
    const { line, col } = this.lines.linePos(offset);
    this.problems.push({ severity, document: this.documentNumber, line, column: col, message });
  }

  /** The fields of a map by key, merges applied, the last of a repeated key winning. */
  map(field: Field): Map<string, Field> {
    const fields = new Map<string, Field>();
    const node = this.resolve(field.node);
    if (!node || isNull(node)) return fields;
    if (!isMap(node)) this.report('error', field, `${named(field)} must be a map`);
    else this.collect(node, field.path, fields, 0);
    return fields;
  }

  list(field: Field | undefined): Field[] {
    const node = this.resolve(field?.node);
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
  text(field: Field | undefined): string | undefined {
    const node = this.resolve(field?.node);
    if (!field || !node || isNull(node)) return undefined;
    if (!isScalar(node)) {
      this.report('error', field, `${named(field)} must be text`);
      return undefined;
    }
    return isPlainText(node.value) ? node.value : (node.source ?? String(node.value));
  }

  /** A list of texts; a single text stands for a list of one. */
  texts(field: Field | undefined): string[] {
    const node = this.resolve(field?.node);
    if (field && node && isScalar(node)) {
      const text = this.text(field);
      return text === undefined ? [] : [text];
    }
    return this.list(field).flatMap((item) => this.text(item) ?? []);
  }

  flag(field: Field | undefined): boolean {
    const node = this.resolve(field?.node);
    if (!field || !node || isNull(node)) return false;
    if (isScalar(node) && typeof node.value === 'boolean') return node.value;
    this.report('error', field, `${named(field)} must be true or false`);
    return false;
  }

  isMap(field: Field | undefined): boolean {
    return isMap(this.resolve(field?.node));
  }

  warnUnknown(fields: Map<string, Field>, known: readonly string[], where: string): void {
    for (const [key, field] of fields) {
      if (!known.includes(key) && !key.startsWith('.') && !key.startsWith('x-')) {
        this.report('warning', field, `unknown key "${key}" in ${where}`);
      }
    }
  }

  private resolve(node: Node | null | undefined): Node | null | undefined {
    if (!isAlias(node)) return node;
    const target = node.resolve(this.document);
    if (!target && !this.unknownAliases.has(node)) {
      this.unknownAliases.add(node);
      this.report('error', { node, path: '' }, `there is no anchor "&${node.source}" above`);
    }
    return target;
  }

  private collect(map: YAMLMap, path: string, into: Map<string, Field>, depth: number): void {
    const own = map.items.filter((pair) => keyOf(pair.key) !== '<<');
    for (const pair of map.items) {
      if (keyOf(pair.key) !== '<<' || depth > maxMergeDepth) continue;
      const merged = this.resolve(pair.value as Node | null);
      const sources = isSeq(merged)
        ? merged.items.map((item) => this.resolve(item as Node))
        : [merged];
      for (const source of sources) if (isMap(source)) this.collect(source, path, into, depth + 1);
    }
    for (const pair of own) {
      const key = keyOf(pair.key);
      into.set(key, { node: pair.value as Node | null, path: path ? `${path}.${key}` : key });
    }
  }
}

function keyOf(key: unknown): string {
  if (!isScalar(key)) return String(key);
  return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
}

function isNull(node: Node): boolean {
  return isScalar(node) && node.value === null;
}

function isPlainText(value: unknown): value is string {
  return typeof value === 'string';
}

function named(field: Field): string {
  return field.path || 'the document';
}
