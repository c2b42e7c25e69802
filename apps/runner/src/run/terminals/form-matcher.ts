/** A text that may be the beginning of forms: those in a range of the sorted list. */
interface Beginning {
  /** Number of the character where it begins. */
  start: number;
  /** Number of characters that match. */
  depth: number;
  low: number;
  high: number;
}

/** Beginnings of this length are never shown while a form may follow. */
const maxShownLength = 3;

/** Beginnings that are followed at the same time, which limits the time for one character. */
const maxAlive = 64;

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

  begin(char: string, start: number): Beginning | undefined {
    const range = this.first.get(char);
    return range && { start, depth: 1, low: range[0], high: range[1] };
  }

  /** Returns the beginning with a further character; undefined if no text continues so. */
  next({ start, depth, low, high }: Beginning, char: string): Beginning | undefined {
    const from = this.findBound(low, high, depth, char, false);
    const to = this.findBound(from, high, depth, char, true);
    return from < to ? { start, depth: depth + 1, low: from, high: to } : undefined;
  }

  /** Returns whether a beginning is a whole text: shorter texts are sorted before longer ones. */
  isWhole({ low, depth }: Beginning): boolean {
    return this.texts[low]?.length === depth;
  }

  /** Returns whether a longer text begins so. */
  canGoOn(beginning: Beginning): boolean {
    return beginning.high - beginning.low > 1 || !this.isWhole(beginning);
  }

  /** Returns whether a beginning is so short that it reveals nothing. */
  isShowable({ depth, low, high }: Beginning): boolean {
    if (depth > maxShownLength) return false;
    for (let at = low; at < high; at++) {
      if (depth > (this.texts[at]?.length ?? 0) / 4) return false;
    }
    return true;
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

/** Finds texts in a stream of characters. */
export class FormMatcher {
  private readonly forms: SortedForms;
  private alive: Beginning[] = [];
  /** Beginnings before a space, which a line wrap may have added. */
  private beforeSpace: Beginning[] = [];

  constructor(forms: SortedForms) {
    this.forms = forms;
  }

  /** Number of the first character that may belong to a text; infinite if none does. */
  get heldFrom(): number {
    let from = Number.POSITIVE_INFINITY;
    for (const { start } of this.alive) from = Math.min(from, start);
    for (const { start } of this.beforeSpace) from = Math.min(from, start);
    return from;
  }

  /** Number of the first character that must be held although nothing follows for a while. */
  get secretFrom(): number {
    let from = Number.POSITIVE_INFINITY;
    for (const one of [...this.alive, ...this.beforeSpace]) {
      if (!this.forms.isShowable(one)) from = Math.min(from, one.start);
    }
    return from;
  }

  /** Reads a character with its number. Returns the number of the first character of a text that ends with it. */
  read(char: string, number: number): number | undefined {
    const before = this.alive;
    if (before.length === 0 && this.beforeSpace.length === 0) {
      const begun = this.forms.begin(char, number);
      if (!begun) return undefined;
      if (this.forms.canGoOn(begun)) this.alive = [begun];
      return this.forms.isWhole(begun) ? number : undefined;
    }
    this.beforeSpace = char === ' ' ? before : [];
    const alive: Beginning[] = [];
    let found: number | undefined;
    const begun = this.forms.begin(char, number);
    for (const one of [...before.map((each) => this.forms.next(each, char)), begun]) {
      if (!one) continue;
      if (this.forms.canGoOn(one)) alive.push(one);
      if (this.forms.isWhole(one)) found = Math.min(found ?? one.start, one.start);
    }
    // Only a text that repeats itself has so many beginnings at once. Then the oldest counts as found.
    if (alive.length > maxAlive) found = Math.min(found ?? number, alive.shift()?.start ?? number);
    this.alive = alive;
    return found;
  }

  /** Ignores the space that was read last, as a shell writes it at the end of a full line. */
  forgetSpace(): void {
    this.alive.push(...this.beforeSpace);
    this.beforeSpace = [];
  }
}

function byCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
