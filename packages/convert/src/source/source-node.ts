/**
 * A value of the source file. Readers mark what they have read, so that everything else can be reported as not
 * converted. A node behind several aliases is one object, marked once for all of them.
 */
export class SourceNode {
  readonly kind: 'map' | 'list' | 'text';
  /** From 1. */
  readonly line: number;
  /** Custom tag, such as `!reference`. */
  readonly tag: string;
  /** Text of a scalar as written, without quotes. Empty for null. */
  value = '';
  readonly entries = new Map<string, SourceNode>();
  readonly items: SourceNode[] = [];
  private isMarked = false;

  constructor(kind: SourceNode['kind'], line: number, tag = '') {
    this.kind = kind;
    this.line = line;
    this.tag = tag;
  }

  /** Returns the value of a key, without marking it. */
  get(key: string): SourceNode | undefined {
    return this.entries.get(key);
  }

  /** Returns the first of these keys that exists. */
  first(...keys: string[]): SourceNode | undefined {
    return keys.map((key) => this.entries.get(key)).find((node) => node !== undefined);
  }

  /** Reads the text of a key; undefined if it has another kind of value or none. */
  text(key: string): string | undefined {
    return this.get(key)?.readText();
  }

  /** Reads the texts of a key: a text or a list of texts. */
  texts(key: string): string[] {
    return this.get(key)?.readTexts() ?? [];
  }

  readText(): string | undefined {
    if (this.kind !== 'text' || this.tag !== '') return undefined;
    this.isMarked = true;
    return this.value;
  }

  readTexts(): string[] {
    if (this.kind === 'text') return [this.readText()].filter((text) => text !== undefined);
    return this.items.flatMap((item) => (item.kind === 'map' ? [] : item.readTexts()));
  }

  isEmpty(): boolean {
    return this.kind === 'text' ? this.value === '' : this.entries.size + this.items.length === 0;
  }

  children(): SourceNode[] {
    return [...this.entries.values(), ...this.items];
  }

  /** Marks this node and everything in it. */
  mark(seen = new Set<SourceNode>()): void {
    if (seen.has(this)) return;
    seen.add(this);
    this.isMarked = true;
    for (const child of this.children()) child.mark(seen);
  }

  /** Lists the values without a marked part, outermost first, each with its path below this node. */
  listUnread(): { path: string; node: SourceNode }[] {
    const touched = new Map<SourceNode, boolean>();
    const isTouched = (node: SourceNode): boolean => {
      let result = touched.get(node);
      if (result === undefined) {
        // Looks at every child, so that each is visited once.
        result = node.children().filter(isTouched).length > 0 || node.isMarked;
        touched.set(node, result);
      }
      return result;
    };
    const found = new Map<SourceNode, string>();
    const seen = new Set<SourceNode>();
    const visit = (node: SourceNode, path: string): void => {
      if (seen.has(node)) return;
      seen.add(node);
      if (!isTouched(node)) found.set(node, path);
      else {
        for (const [key, child] of node.entries) visit(child, path === '' ? key : `${path}.${key}`);
        node.items.forEach((child, index) => {
          visit(child, `${path}[${index}]`);
        });
      }
    };
    visit(this, '');
    return [...found].map(([node, path]) => ({ path, node }));
  }

  /** Writes the value in one line, for comments. */
  summarize(maxLength = 200): string {
    const parts: string[] = [];
    let length = 0;
    const write = (node: SourceNode): void => {
      if (length > maxLength) return;
      const add = (part: string) => {
        parts.push(part);
        length += part.length;
      };
      if (node.kind === 'text') {
        add(
          node.value
            .slice(0, 2 * maxLength)
            .trim()
            .replaceAll(/\s+/g, ' '),
        );
        return;
      }
      add(node.kind === 'map' ? '{ ' : '[ ');
      let separator = '';
      for (const [key, child] of node.entries) {
        if (length > maxLength) break;
        add(`${separator}${key}: `);
        write(child);
        separator = ', ';
      }
      for (const child of node.items) {
        if (length > maxLength) break;
        add(separator);
        write(child);
        separator = ', ';
      }
      add(node.kind === 'map' ? ' }' : ' ]');
    };
    write(this);
    const text = parts.join('');
    return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  }
}
