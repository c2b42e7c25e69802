/** A step that prints numbered lines for about a third of a second, and its expected log. */
const lineCount = 40;
const command = `i=0; while [ $i -lt ${lineCount} ]; do i=$((i+1)); echo "line $i"; [ $((i % 5)) -ne 0 ] || sleep 0.04; done`;

/** All lines of a numbered step that finished. */
export const numberedLog: readonly string[] = [
  `+ ${command}\n`,
  ...Array.from({ length: lineCount }, (_, index) => `line ${index + 1}\n`),
];

const stages = {
  plain: `kind: pipeline
type: exec
name: plain
clone: { disable: true }
steps:
  - { name: one, commands: &print ['${command}'] }
  - { name: two, commands: *print }
`,
  later: `kind: pipeline
type: exec
name: later
clone: { disable: true }
depends_on: [plain]
steps:
  - { name: one, commands: ['${command}'] }
`,
  boxed: (image: string) => `kind: pipeline
type: docker
name: boxed
clone: { disable: true }
services:
  - { name: beside, image: '${image}', pull: never, commands: [sleep 1000] }
steps:
  - { name: one, image: '${image}', pull: never, commands: ['${command}'] }
`,
};

/**
 * A stage, a second one that depends on it, and, given an image, one in containers; all print numbered
 * lines.
 */
export function numberedPipeline(image?: string): string {
  const documents = [stages.plain, stages.later, ...(image ? [stages.boxed(image)] : [])];
  return documents.join('---\n');
}
