const maxWords = 100;
const maxLength = 64;
/** Number of characters in which search terms are looked for: a hundred terms of full length, with what separates them. */
const maxText = 16_384;

/** Scripts without spaces between words: each character is a term. */
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`;
const word = new RegExp(
  String.raw`${unspaced}|(?:(?!${unspaced})[\p{L}\p{M}\p{N}]){1,${maxLength}}`,
  'gu',
);

interface Described {
  /** The commit hash. */
  after: string;
  title?: string | undefined;
  message: string;
}

/** Returns the first search terms of a text, without duplicates. Reads no more of a long text than they need. */
export function wordsOf(text: string): string[] {
  const words = new Set<string>();
  for (const [found] of text.slice(0, maxText).normalize('NFKC').toLowerCase().matchAll(word)) {
    words.add(found);
    if (words.size === maxWords) break;
  }
  return [...words];
}

/** Returns the search terms of a build: its commit hash, and the first words of its title and message. */
export function buildWords({ after, title = '', message }: Described): string[] {
  return wordsOf(`${after}\n${title}\n${message}`);
}

/** Begins the search terms of error lines. Words never contain it. */
const failureMark = '!';

/** Returns the search terms of error lines: their first words, which titles and messages cannot have. */
export function failureWords(text: string): string[] {
  return wordsOf(text).map((each) => failureMark + each);
}

/** True if every query term is a prefix of one of the build's terms. */
export function hasWords(build: Described, words: readonly string[]): boolean {
  const own = buildWords(build);
  return words.every((start) => own.some((each) => each.startsWith(start)));
}
