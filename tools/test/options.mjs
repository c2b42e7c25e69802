import { parseArgs } from 'node:util';
import { fail } from '../setup.mjs';

const usage = `Usage: npm test -- [OPTIONS] [FILE or FOLDER …]

Without files: the checks, and the tests for every change. With files: only these tests.

  --changed           the checks of changed files, and the tests that import one
  --deep              all tests at full length, and a report in test-report.md
  -t NAME             only tests whose full name contains NAME
  --project NAME      only this project of vitest or Playwright
  --workers GROUP=N   number of workers of a group: pure, units or browser; can be repeated`;

/** Reads the arguments of `npm test`. Exits with the usage if they are invalid. */
export function readOptions(args) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        changed: { type: 'boolean', default: false },
        deep: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        project: { type: 'string' },
        testNamePattern: { type: 'string', short: 't' },
        workers: { type: 'string', multiple: true, default: [] },
      },
    });
    if (values.help) exitWith(usage);
    return {
      isChangedOnly: values.changed,
      isDeep: values.deep,
      project: values.project,
      name: values.testNamePattern,
      workers: Object.fromEntries(values.workers.map(readWorkers)),
      paths: positionals,
    };
  } catch (error) {
    return fail(`${error.message}\n\n${usage}`);
  }
}

function readWorkers(text) {
  const [, group, count] = /^(pure|units|browser)=([1-9]\d*)$/.exec(text) ?? [];
  if (!group) throw new Error(`--workers must be GROUP=N, for example units=2; got "${text}"`);
  return [group, count];
}

function exitWith(text) {
  process.stdout.write(`${text}\n`);
  process.exit(0);
}
