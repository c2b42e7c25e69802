import type { Condition, ConditionName } from './conditions.ts';
import { quoteText } from './hints/show-value.ts';
import { askFor } from './name-hint.ts';
import { openWord } from './shape/text-patterns.ts';
import { eventWords, forkWords, statusWords, stepStatusWords, type Words } from './words.ts';
import { nearestKey } from './yaml/nearest-key.ts';
import type { Field, YamlReader } from './yaml/yaml-reader.ts';

/** Conditions that are compared with a word of the server. */
const conditionWords = {
  trigger: { event: eventWords, fork: forkWords, status: statusWords },
  when: { event: eventWords, fork: forkWords, status: stepStatusWords },
} satisfies Record<string, Partial<Record<ConditionName, Words>>>;

/** Key of the pipeline file that has conditions. */
export type ConditionsKey = keyof typeof conditionWords;

/** Warns about values that no build can have. A value with a pattern or a variable is not checked. */
export function warnUnknownWords(
  reader: YamlReader,
  field: Field,
  name: ConditionName,
  { include, exclude }: Condition,
  key: ConditionsKey,
): void {
  const all: Partial<Record<ConditionName, Words>> = conditionWords[key];
  const words = all[name];
  if (!words) return;
  for (const word of [...include, ...exclude]) warnUnknownWord(reader, field, name, word, words);
}

/** @param name of the property: `event` */
export function warnUnknownWord(
  reader: YamlReader,
  field: Field,
  name: string,
  word: string,
  words: Words,
): void {
  if (words.known.includes(word) || openWord.test(word)) return;
  const question = askFor(suggestWord(word, words));
  const known = words.known.join(', ');
  reader.report(
    'warning',
    field,
    `unknown ${name} ${quoteText(word)}, not one of ${known}${question}`,
  );
}

/** Returns the known word that was probably intended. */
export function suggestWord(word: string, { known, others = {} }: Words): string | undefined {
  const other = Object.hasOwn(others, word.toLowerCase()) ? others[word.toLowerCase()] : undefined;
  return other ?? nearestKey(word, known);
}
