import { expect, it } from 'vitest';
import { describeAnswer } from './describe-answer.ts';

const describeStep = (stage: string, step: string) =>
  describeAnswer({
    bisection: { stage, step, goodCommit: '1'.repeat(40), confidence: 0.9916 },
    found: ['2'.repeat(40)],
    runs: 5,
    url: 'https://ci.example/octo/hello/bisections/1',
  });

it('names the step, the certainty and the last good commit', () => {
  expect(describeStep('test', 'unit')).toBe(
    '`test › unit` fails since this commit (99.1 % certain after 5 runs). It passed before, at 11111111.\n\n[Runs](https://ci.example/octo/hello/bisections/1)\n',
  );
});

it('writes no name outside of its code, and none of any length', () => {
  expect(describeStep('test', 'a` @everyone [x](y)\n\n# b')).toMatch(
    /^`test › a {2}@everyone \[x\]\(y\) {2}# b` fails/,
  );
  expect(describeStep('test', 'x'.repeat(5000)).length).toBeLessThan(400);
});
