/** Beginnings of warnings of many tools: `warning:`, `WARN  `, `[warn]`, `##[warning]`, `::warning`. */
const warning =
  /^::warning[ :]|##\[warning\]|(?:^|[\s[(])(?:warn(?:ing)?|WARN(?:ING)?|Warning)(?:[\])]|:|\[[\w-]+\]:| {2}|\t)/;
const quickCheck = /warn/i;

/** Longer lines are no warnings for people. */
const maxLength = 10_000;

/** Returns whether a line without escape sequences is a warning. */
export function isWarningLine(text: string): boolean {
  return text.length <= maxLength && quickCheck.test(text) && warning.test(text);
}
