import type { Attack } from '../support/attack.ts';

const secret = 'hunter22-and-more';
const similarLines = Array.from({ length: 16_000 }, (_, at) => `prefix-of-l${at}`.padEnd(15, '.'));
const longRun = `${'a'.repeat(10_000)}b`;
const esc = '%c[31m';
const colours = new RegExp(`${String.fromCharCode(27)}\\[\\d*m`, 'g');
const builds = '/api/repos/admin/masked/builds';

/** The secret with a colour code before each letter, 0.8 MB in one line. */
const line = `awk 'BEGIN { for (i = 0; i < 135000; i++) printf "${esc}%s", 27, substr("${secret}", i % ${secret.length} + 1, 1); print "" }'`;
const report = `mkdir reports; awk 'BEGIN { printf "<testsuite name=\\"a\\"><testcase classname=\\"a\\" name=\\"b\\"><failure message=\\"m\\">"; for (i = 0; i < 1600000; i++) printf "a"; print "</failure></testcase></testsuite>" }' > reports/a.xml`;

const pipeline = `kind: pipeline
type: exec
name: a
clone: { disable: true }
environment:
  SHORT: { from_secret: short }
  RUN: { from_secret: run }
steps:
  - name: line
    commands: [ ${quote(line)}, ${quote(line)} ]
  - name: report
    commands: [ ${quote(report)} ]
    reports: { junit: [ "reports/*.xml" ] }
`;

/** Doubles backslashes, because the runner removes one of two when it reads the file. */
function quote(command: string): string {
  return JSON.stringify(command).replaceAll('\\\\', '\\\\\\\\');
}

/** Prints logs, reports and secrets whose masking is costly. */
export const masking: Attack = {
  name: 'masking of hostile texts',
  prepare: async (server) => {
    const tree = await server.push('masked', '# Nothing to build yet.\n');
    const values = { short: secret, similar: similarLines.join('\n'), run: longRun };
    for (const [name, data] of Object.entries(values)) {
      await server.ask('POST', '/api/repos/admin/masked/secrets', { name, data });
    }
    const [before] = await server.ask<{ number: number }[]>('GET', builds);
    return async () => {
      await tree.commit({ '.drone.yml': pipeline }, 'Hostile texts');
      await tree.push();
      const number = (before?.number ?? 0) + 1;
      const { status } = await server.untilEnd('masked', number);
      const log: { out: string }[] = await server.ask('GET', `${builds}/${number}/logs/1/1`);
      const shown = log.map(({ out }) => out).join('');
      const isMasked = shown.includes('******') && !shown.replaceAll(colours, '').includes(secret);
      return `build ${status}, ${isMasked ? 'masked' : 'NOT MASKED'}`;
    };
  },
};
