import type { Position } from '../errors.ts';
import type { Name } from '../syntax/syntax-tree.ts';

/** The names of one function, or of a file. Comprehensions add blocks of names to the function's. */
export class Scope {
  readonly outer: Scope | undefined;
  slotCount = 0;
  private readonly blocks: Map<string, number>[] = [new Map()];

  constructor(outer: Scope | undefined) {
    this.outer = outer;
  }

  get names(): ReadonlyMap<string, number> {
    return this.blocks[0] ?? new Map();
  }

  declare(name: string): number {
    const block = this.blocks.at(-1);
    const known = block?.get(name);
    if (known !== undefined) return known;
    const slot = this.slotCount++;
    block?.set(name, slot);
    return slot;
  }

  openBlock(): void {
    this.blocks.push(new Map());
  }

  closeBlock(): void {
    this.blocks.pop();
  }

  /** Tells the name where it is bound; false when nothing here or further out binds it. */
  resolve(name: Name): boolean {
    let hops = 0;
    for (let scope: Scope | undefined = this; scope; scope = scope.outer) {
      const slot = scope.find(name.name);
      if (slot !== undefined) {
        name.hops = hops;
        name.slot = slot;
        return true;
      }
      hops++;
    }
    return false;
  }

  private find(name: string): number | undefined {
    for (let at = this.blocks.length - 1; at >= 0; at--) {
      const slot = this.blocks[at]?.get(name);
      if (slot !== undefined) return slot;
    }
    return undefined;
  }
}

export interface Binding extends Position {
  readonly name: string;
  /** `x += 1` needs an `x` that is bound elsewhere. */
  readonly augmented: boolean;
}
