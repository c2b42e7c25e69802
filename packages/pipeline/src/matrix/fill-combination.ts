/** Values of one combination of a matrix by name. */
export type Combination = Readonly<Record<string, string>>;

/** Replaces `${NAME}` by the values of a combination, but not `$${NAME}`, which is for the shell. */
export function fillCombination(text: string, combination: Combination): string {
  if (!text.includes('${')) return text;
  return Object.entries(combination).reduce(
    (filled, [name, value]) =>
      filled.replaceAll(new RegExp(`(?<!\\$)\\$\\{${name}\\}`, 'g'), () => value),
    text,
  );
}
