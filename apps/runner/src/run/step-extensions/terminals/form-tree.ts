/** Beginnings of this length are never shown while a form may follow. */
const maxShownLength = 3;
/** Nodes from which on a tree is started over, because a runner that shows a long secret must not need its memory. */
const maxNodes = 262_144;

/** Sorted texts to search for, which all streams share. */
export class SortedForms {
  readonly texts: readonly string[];
  /** Range of the texts that begin with a character. */
  private readonly first = new Map<string, [low: number, high: number]>();

  constructor(texts: Iterable<string>) {
    this.texts = [...new Set(texts)].filter((text) => text !== '').sort(byCodeUnits);
    for (const [at, text] of this.texts.entries()) {
      const known = this.first.get(text.charAt(0));
      this.first.set(text.charAt(0), [known?.[0] ?? at, at + 1]);
    }
  }

  /** Returns the range of the texts that continue a beginning with a character; undefined if none does. */
  findRange({ depth, low, high }: FormNode, char: string): [number, number] | undefined {
    if (depth === 0) return this.first.get(char);
    const from = this.findBound(low, high, depth, char, false);
    const to = this.findBound(from, high, depth, char, true);
    return from < to ? [from, to] : undefined;
  }

  /** Returns the first text in a range whose character at `depth` is `char` or later; after it if `isAfter`. */
  private findBound(low: number, high: number, depth: number, char: string, isAfter: boolean) {
    while (low < high) {
      const middle = (low + high) >>> 1;
      const found = this.texts[middle]?.charAt(depth) ?? '';
      if (found < char || (isAfter && found === char)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A beginning of forms: those in a range of the sorted list. */
export interface FormNode {
  /** Number of characters. */
  readonly depth: number;
  readonly low: number;
  readonly high: number;
  /** The longest proper ending of this beginning that is a beginning too. */
  readonly fallback: FormNode | undefined;
  /** Length of the longest form that ends here; 0 if none. */
  readonly found: number;
  /** Length of the longest ending with which a longer form begins. */
  readonly open: number;
  /** The same, of endings that reveal something. */
  readonly secret: number;
  children: Map<string, FormNode> | undefined;
}

/**
 * Finds any number of forms in a stream, in time that grows with the stream only (Aho-Corasick). Its nodes are created
 * when a stream reaches them, because the forms of a long secret have millions of characters.
 */
export class FormTree {
  private readonly forms: SortedForms;
  readonly root: FormNode;
  private count = 1;

  constructor(forms: SortedForms) {
    this.forms = forms;
    const ends = { found: 0, open: 0, secret: 0 };
    const range = { depth: 0, low: 0, high: forms.texts.length };
    this.root = { ...range, ...ends, fallback: undefined, children: undefined };
  }

  get isFull(): boolean {
    return this.count > maxNodes;
  }

  /** Returns the longest beginning of a form that the stream ends with after a further character. */
  next(node: FormNode, char: string): FormNode {
    for (let from: FormNode | undefined = node; from; from = from.fallback) {
      const child = this.childOf(from, char);
      if (child) return child;
    }
    return this.root;
  }

  /** Returns the node of another tree of the same forms in this one. */
  copy({ depth, low }: FormNode): FormNode {
    let node = this.root;
    for (const char of (this.forms.texts[low] ?? '').slice(0, depth).split('')) {
      node = this.next(node, char);
    }
    // A single beginning may exceed the limit.
    this.count = 1;
    return node;
  }

  private childOf(node: FormNode, char: string): FormNode | undefined {
    const known = node.children?.get(char);
    if (known) return known;
    const range = this.forms.findRange(node, char);
    return range && this.addChild(node, char, range);
  }

  private addChild(parent: FormNode, char: string, [low, high]: [number, number]): FormNode {
    const depth = parent.depth + 1;
    const fallback = parent.fallback ? this.next(parent.fallback, char) : this.root;
    // Shorter texts are sorted before longer ones.
    const isWhole = this.forms.texts[low]?.length === depth;
    const canGoOn = high - low > 1 || !isWhole;
    const node: FormNode = {
      depth,
      low,
      high,
      fallback,
      found: isWhole ? depth : fallback.found,
      open: canGoOn ? depth : fallback.open,
      secret: canGoOn && !this.isShowable(depth, low, high) ? depth : fallback.secret,
      children: undefined,
    };
    parent.children ??= new Map();
    parent.children.set(char, node);
    this.count += 1;
    return node;
  }

  /** Returns whether a beginning is so short that it reveals nothing. */
  private isShowable(depth: number, low: number, high: number): boolean {
    if (depth > maxShownLength) return false;
    return this.forms.texts.slice(low, high).every(({ length }) => depth <= length / 4);
  }
}

function byCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
