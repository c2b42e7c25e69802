/** Bytes at which the search of all texts ends: an unusual secret must not take the runner's memory. */
const maxTotalBytes = 256 * 1024;
const byteValues = 256;

/** State of a search: the longest beginning of a text that the bytes so far end with. */
export type SearchState = number;

/**
 * Finds any number of texts in a stream of bytes, in time that grows with the stream only (Aho-Corasick). Nodes
 * are beginnings of texts.
 */
export class ByteSearch {
  static readonly start: SearchState = 0;
  /** Children of the root by byte, and of other nodes as a list of siblings. */
  private readonly firsts = new Int32Array(byteValues);
  private readonly bytes: number[] = [0];
  private readonly child: number[] = [0];
  private readonly sibling: number[] = [0];
  private readonly depths: number[] = [0];
  /** Node of the longest proper ending of a node that is a node too. */
  private readonly fallback: number[] = [0];
  /** Length of the longest text that a node ends with; 0 if none. */
  private readonly found: number[] = [0];

  constructor(texts: Iterable<Buffer>) {
    let total = 0;
    for (const text of texts) {
      total += text.length;
      if (total > maxTotalBytes) break;
      this.add(text);
    }
    this.linkFallbacks();
  }

  next(state: SearchState, byte: number): SearchState {
    let node = state;
    for (;;) {
      const child = this.childOf(node, byte);
      if (child > 0 || node === 0) return child;
      node = this.fallback[node] ?? 0;
    }
  }

  /** Returns the length of the beginning of a text that ends here. */
  depthOf(state: SearchState): number {
    return this.depths[state] ?? 0;
  }

  /** Returns the length of the longest text that ends here; 0 if none. */
  foundAt(state: SearchState): number {
    return this.found[state] ?? 0;
  }

  private add(text: Buffer): void {
    let node = 0;
    for (const byte of text) {
      const known = this.childOf(node, byte);
      node = known > 0 ? known : this.addChild(node, byte);
    }
    this.found[node] = text.length;
  }

  private addChild(parent: number, byte: number): number {
    const node = this.bytes.length;
    this.bytes.push(byte);
    this.child.push(0);
    this.fallback.push(0);
    this.found.push(0);
    this.depths.push((this.depths[parent] ?? 0) + 1);
    this.sibling.push(parent === 0 ? 0 : (this.child[parent] ?? 0));
    if (parent === 0) this.firsts[byte] = node;
    else this.child[parent] = node;
    return node;
  }

  private childOf(node: number, byte: number): number {
    if (node === 0) return this.firsts[byte] ?? 0;
    let child = this.child[node] ?? 0;
    while (child > 0 && this.bytes[child] !== byte) child = this.sibling[child] ?? 0;
    return child;
  }

  /** Links nodes in the order of their depth, because a fallback is shorter than its node. */
  private linkFallbacks(): void {
    const queue = [...this.firsts].filter((node) => node > 0);
    for (const node of queue) {
      for (let child = this.child[node] ?? 0; child > 0; child = this.sibling[child] ?? 0) {
        const fallback = this.next(this.fallback[node] ?? 0, this.bytes[child] ?? 0);
        this.fallback[child] = fallback;
        this.found[child] ||= this.found[fallback] ?? 0;
        queue.push(child);
      }
    }
  }
}
