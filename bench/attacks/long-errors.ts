import type { Attack } from '../support/attack.ts';

const builds = '/api/repos/admin/errors/builds';

/** Prints error lines of 1 MB, tracebacks that end with such a line, and commands of that length. */
const print = `awk 'BEGIN {
  for (i = 0; i < 50000; i++) words = words " w" i % 977 "x" i
  long = words words
  for (i = 0; i < 44; i++) print "error: " i long
  for (i = 0; i < 40; i++) { print "Traceback (most recent call last):"; print "Broken" i ": " long }
  for (i = 0; i < 150; i++) print "error: " i substr(long, 1, 9000)
  for (i = 0; i < 10; i++) print "+ run " i long
  exit 1
}'`;

const pipeline = `kind: pipeline
type: exec
name: a
clone: { disable: true }
steps:
  - name: errors
    commands:
      - |
        ${print.replaceAll('\n', '\n        ')}
`;

/** Prints long errors, whose causes and search terms are costly. */
export const longErrors: Attack = {
  name: 'errors of a megabyte',
  prepare: async (server) => {
    const tree = await server.push('errors', '# Nothing to build yet.\n');
    const [before] = await server.ask<{ number: number }[]>('GET', builds);
    return async () => {
      await tree.commit({ '.drone.yml': pipeline }, 'Long errors');
      await tree.push();
      const number = (before?.number ?? 0) + 1;
      const { status } = await server.untilEnd('errors', number);
      const causes = await untilCauses(`${builds}/${number}/causes`, server);
      return `build ${status}, ${causes} causes`;
    };
  },
};

/** Waits until the causes of a build are recognized, and returns their number. */
async function untilCauses(
  path: string,
  server: Parameters<Attack['prepare']>[0],
): Promise<number> {
  for (;;) {
    const causes = await server.ask<unknown[]>('GET', path);
    if (causes.length > 0) return causes.length;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
