/** One line for the person at the terminal; a terminal that is gone is no reason to stop. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

process.stdout.on('error', () => {});
