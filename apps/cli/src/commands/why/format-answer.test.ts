import type { BuildAnswer } from '@millrace/contract/api';
import { expect, it } from 'vitest';
import { formatAnswer } from './format-answer.ts';

const answer: BuildAnswer = {
  repo: 'octo/hello',
  build: 7,
  attempt: 1,
  link: 'https://ci.example/octo/hello/7',
  status: 'success',
  event: 'push',
  branch: 'main',
  commit: 'c0ffee',
  message: 'Fix it',
  author: 'ada',
  started: 1,
  finished: 100,
  failed: [],
  new_failing_tests: [],
  commits: [],
  run_again: [],
  is_shortened: false,
};
const format = (changes: Partial<BuildAnswer>) => formatAnswer({ ...answer, ...changes }, 160);

it('says that nothing failed', () => {
  expect(format({})).toBe(
    'octo/hello #7: success 1 minute ago\npush · main · c0ffee Fix it · ada\nhttps://ci.example/octo/hello/7\nNothing failed.',
  );
});

it.each([
  ['command', 'This command failed without output:'],
  ['last_line', 'No line reports an error. The last line is:'],
] as const)('says that the line is a %s', (kind, text) => {
  const failed = {
    stage: 1,
    stage_name: 'mill',
    since: 7,
    builds_ago: 0,
    failed: 0,
    of: 0,
    exit_code: 1,
    first_error: { line: 8, text: 'grep', kind, lines: [{ line: 8, text: '+ grep' }] },
  };
  expect(format({ status: 'failure', failed: [failed] })).toContain(`  ${text}\n  > 9 │ + grep`);
});

it('says what the stages of an unfinished build wait for', () => {
  const waiting = [{ stage: 1, stage_name: 'deploy', reason: 'approval' as const }];
  expect(format({ status: 'pending', finished: 0, waiting })).toMatch(
    /The build is not finished\.\n {2}deploy waits: it needs an approval$/,
  );
});

it.each(['a\u001b[31mb', 'a\u009bb', 'a\u202eb', 'a\u2066b', 'a\nb', 'a\rb'])(
  'writes no control character of %j',
  (message) => {
    const [, line = ''] = format({ message }).split('\n');
    expect(line).toMatch(/^push · main · c0ffee a [ -~]*b · ada$/);
  },
);
