const maxWords = 100;
const maxLength = 64;

/** Written without spaces: each character is looked for by itself. */
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`;
const word = new RegExp(
  String.raw`${unspaced}|(?:(?!${unspaced})[\p{L}\p{M}\p{N}]){1,${maxLength}}`,
  'gu',
);

interface Described {
  /** The hash of its commit. */
  after: string;
  title?: string | undefined;
  message: string;
}

/** The words of a text as they are compared, each once. */
export function wordsOf(text: string): string[] {
  return [...new Set(text.normalize('NFKC').toLowerCase().match(word))];
}

/** What a build is found by: the hash of its commit, and the first words of its title and message. */
export function buildWords({ after, title = '', message }: Described): string[] {
  return wordsOf(`${after}\n${title}\n${message}`).slice(0, maxWords);
}

/** Whether each of the words is the start of one of the build's. */
export function hasWords(build: Described, words: readonly string[]): boolean {
  const own = buildWords(build);
  return words.every((start) => own.some((each) => each.startsWith(start)));
}
