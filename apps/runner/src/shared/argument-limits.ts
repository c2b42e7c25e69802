/** Maximum size of an argument or a variable in Linux, with a final zero byte (`MAX_ARG_STRLEN`). */
export const maxArgumentBytes = 131_072;
/** Maximum size of all arguments and variables, with the usual maximum of the stack (a quarter of 8 MiB). */
const maxTotalBytes = 2_097_152;
/** Address that Linux stores for each variable. */
const addressBytes = 8;

/** Rejects variables with which Linux starts no program. The errors of shells and engines do not name them. */
export function requireShortVariables(environment: Readonly<Record<string, string>>): void {
  const sizes = Object.entries(environment).map(([name, value]) => {
    return { name, bytes: Buffer.byteLength(`${name}=${value}`) + 1 };
  });
  const [longest] = sizes.toSorted((one, other) => other.bytes - one.bytes);
  if (!longest) return;
  const size = `The variable "${longest.name}" has ${format(longest.bytes - 1)} bytes with its name`;
  if (longest.bytes > maxArgumentBytes) {
    throw new Error(`${size}. Linux accepts at most ${format(maxArgumentBytes - 1)}`);
  }
  const total = sizes.reduce((sum, { bytes }) => sum + bytes + addressBytes, 0);
  if (total > maxTotalBytes) {
    throw new Error(
      `The variables of the step have ${format(total)} bytes. Linux accepts at most ${format(maxTotalBytes)}. ${size}`,
    );
  }
}

function format(count: number): string {
  return count.toLocaleString('en');
}
