import { type AnsweredStep, type BuildAnswer, maxAnswerBytes } from '@millrace/contract/api';
import { buildAnswer } from '@millrace/contract/schemas';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitAnswer } from './fit-answer.ts';

const small: BuildAnswer = {
  repo: 'octo/hello',
  build: 7,
  attempt: 1,
  link: 'https://ci.example/octo/hello/7',
  status: 'failure',
  event: 'push',
  branch: 'main',
  commit: 'c0ffee',
  message: 'Fix it',
  author: 'ada',
  started: 1,
  finished: 2,
  failed: [],
  new_failing_tests: [],
  commits: [],
  run_again: [],
  is_shortened: false,
};

function stepWith(text: string, lines: number): AnsweredStep {
  const excerpt = Array.from({ length: lines }, (_, line) => ({ line, text }));
  return {
    stage: 1,
    stage_name: text,
    step: 1,
    step_name: text,
    since: 1,
    builds_ago: 0,
    failed: 1,
    of: 2,
    exit_code: 1,
    error: text,
    first_error: { line: Math.floor(lines / 2), text, kind: 'error', lines: excerpt },
  };
}

it('does not change an answer that is small enough', () => {
  expect(fitAnswer(small)).toBe(small);
});

it('keeps the error line and its neighbours of the first step', () => {
  const failed = Array.from({ length: 5 }, () => stepWith('e'.repeat(300), 21));
  const fitted = fitAnswer({ ...small, failed });
  expect(fitted.is_shortened).toBe(true);
  expect(fitted.failed).toHaveLength(5);
  expect(fitted.failed[0]?.first_error?.lines.map(({ line }) => line)).toEqual([
    5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
  ]);
});

it('is small enough for any content', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 400 }),
    fc.string({ unit: fc.constantFrom('😀', 'x'), minLength: 100, maxLength: 400 }),
  );
  const many = fc.integer({ min: 0, max: 400 });
  fc.assert(
    fc.property(text, many, many, many, (content, steps, tests, commits) => {
      const texts = { stage: content, suite: content, name: content, message: content };
      const fitted = fitAnswer({
        ...small,
        branch: content,
        message: content,
        author: content,
        error: content,
        failed: Array.from({ length: steps }, () => stepWith(content, 21)),
        new_failing_tests: Array.from({ length: tests }, () => texts),
        commits: Array.from({ length: commits }, () => ({
          sha: 'a',
          message: content,
          author: content,
        })),
        run_again: Array.from({ length: steps }, () => content),
      });
      expect(Buffer.byteLength(JSON.stringify(fitted))).toBeLessThanOrEqual(maxAnswerBytes);
      expect(JSON.stringify(fitted)).not.toMatch(/\\ud[89ab]/);
      expect(buildAnswer.safeParse(fitted).success).toBe(true);
    }),
  );
});
