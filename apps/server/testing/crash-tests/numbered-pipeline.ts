import type { Line } from '@millrace/contract/api';

const lineCount = 30;
const command = `i=0; while [ $i -lt ${lineCount} ]; do i=$((i+1)); echo "line $i"; [ $((i % 6)) -ne 0 ] || sleep 0.06; done`;

/** Two sequential stages whose steps print numbered lines for a third of a second. */
export const numberedPipeline = `kind: pipeline
type: exec
name: first
clone: { disable: true }
steps:
  - { name: count, commands: ['${command}'] }
---
kind: pipeline
type: exec
name: second
clone: { disable: true }
depends_on: [first]
steps:
  - { name: count, commands: ['${command}'] }
`;

const wholeLog = [
  `+ ${command}\n`,
  ...Array.from({ length: lineCount }, (_, index) => `line ${index + 1}\n`),
];

/** Finds errors in the log of a numbered step. If the step was ended, the log may stop early. */
export function findLogFault(status: string, lines: readonly Line[]): string | undefined {
  const wrong = lines.findIndex(({ pos, out }, at) => pos !== at || out !== wholeLog[at]);
  if (wrong >= 0) return `line ${wrong} is ${JSON.stringify(lines[wrong])}`;
  if (status !== 'success' || lines.length === wholeLog.length) return undefined;
  return `it has ${lines.length} of ${wholeLog.length} lines`;
}
