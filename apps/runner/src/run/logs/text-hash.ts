/** Bases of two 32-bit hashes. That two texts have both hashes in common is practically impossible. */
const baseA = randomBase();
const baseB = randomBase();
let powersA = Int32Array.of(1);
let powersB = Int32Array.of(1);

/**
 * Hashes the prefixes of a text. The hash of a part is the hash of the prefix up to its end, minus the hash
 * of the prefix up to its start times the base to the power of its length. The bases are random, so that
 * nobody can construct a collision.
 */
export class TextHash {
  prefixA = new Int32Array(0);
  prefixB = new Int32Array(0);
  powersA = powersA;
  powersB = powersB;

  /** @param maxLength maximum number of characters per call */
  constructor(maxLength: number) {
    this.reserve(maxLength);
  }

  /** Hashes `count` characters of a text. Reuses the memory of the previous text. */
  read(text: string, from: number, count: number): void {
    if (this.prefixA.length <= count) this.reserve(count);
    const { prefixA, prefixB } = this;
    let a = 0;
    let b = 0;
    for (let at = 0; at < count; at++) {
      const char = spread(text.charCodeAt(from + at));
      a = (Math.imul(a, baseA) + char) | 0;
      b = (Math.imul(b, baseB) + char) | 0;
      prefixA[at + 1] = a;
      prefixB[at + 1] = b;
    }
  }

  private reserve(count: number): void {
    this.prefixA = new Int32Array(count + 1);
    this.prefixB = new Int32Array(count + 1);
    growPowers(count);
    this.powersA = powersA;
    this.powersB = powersB;
  }
}

function growPowers(count: number): void {
  if (powersA.length > count) return;
  powersA = powersOf(baseA, count + 1);
  powersB = powersOf(baseB, count + 1);
}

function powersOf(base: number, count: number): Int32Array<ArrayBuffer> {
  const powers = new Int32Array(count);
  let power = 1;
  for (let at = 0; at < count; at++) {
    powers[at] = power;
    power = Math.imul(power, base);
  }
  return powers;
}

/** Mixes all 32 bits. Otherwise, the lowest bits would depend on few characters. */
function spread(char: number): number {
  let mixed = Math.imul(char + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  return mixed ^ (mixed >>> 13);
}

function randomBase(): number {
  return (Math.floor(Math.random() * 2 ** 28) * 8 + 5) | 0;
}
