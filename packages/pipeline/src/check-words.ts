import type { Condition, Conditions } from './conditions.ts';
import { buildEvents } from './vocabulary.ts';
import { nearestKey } from './yaml/nearest-key.ts';
import type { Field, YamlReader } from './yaml/yaml-reader.ts';

/** Known values of conditions that are compared with a word of the server. */
const conditionWords: Partial<Record<keyof Conditions, readonly string[]>> = {
  event: buildEvents,
  status: ['success', 'failure'],
};

/** Names of the Go language, in which runners report their platform. */
export const operatingSystems: readonly string[] =
  'linux windows darwin freebsd netbsd openbsd dragonfly solaris illumos aix android ios plan9'.split(
    ' ',
  );
export const architectures: readonly string[] =
  '386 amd64 arm arm64 loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv64 s390x wasm'.split(
    ' ',
  );

/** Warns about values that no build can have. A value with a pattern or a variable is not checked. */
export function warnUnknownWords(
  reader: YamlReader,
  field: Field,
  name: keyof Conditions,
  { include, exclude }: Condition,
): void {
  const known = conditionWords[name];
  if (!known) return;
  for (const word of [...include, ...exclude]) warnUnknownWord(reader, field, name, word, known);
}

/** @param name of the property: `event` */
export function warnUnknownWord(
  reader: YamlReader,
  field: Field,
  name: string,
  word: string,
  known: readonly string[],
): void {
  if (known.includes(word) || !/^[\w-]*$/.test(word)) return;
  const nearest = nearestKey(word, known);
  const question = nearest ? `; did you mean "${nearest}"?` : '';
  reader.report('warning', field, `unknown ${name} "${word}"${question}`);
}
