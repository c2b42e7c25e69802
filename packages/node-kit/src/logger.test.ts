import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const logger = new URL('./logger.ts', import.meta.url).href;
const logFields = new URL('./log-fields.ts', import.meta.url).href;

/** Runs a program, because a logger writes to standard error of its process. */
function logOf(program: string): object[] {
  const imports = `import { createLogger } from '${logger}'; import { withLogFields } from '${logFields}';`;
  const command = `node --input-type=module-typescript -e "$PROGRAM" 2>&1`;
  const env = {
    ...process.env,
    PROGRAM: `${imports} const log = createLogger('info'); ${program}`,
  };
  const text = execFileSync('sh', ['-c', command.replace('node', process.execPath)], { env });
  return String(text)
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

it('adds the fields of what is being done to each entry', () => {
  const program = `
    withLogFields({ request: 'r1' }, async () => {
      await null;
      withLogFields({ build: 7 }, () => log.info('inner'));
      log.child({ part: 'x' }).info('outer');
    }).then(() => log.info('after'));`;
  const [inner, outer, after] = logOf(program);
  expect(inner).toMatchObject({ msg: 'inner', request: 'r1', build: 7 });
  expect(outer).toMatchObject({ msg: 'outer', request: 'r1', part: 'x' });
  expect(outer).not.toHaveProperty('build');
  expect(after).not.toHaveProperty('request');
});
