import { type BuildAnswer, maxAnswerBytes } from '@millrace/contract/api';
import { truncateText } from '@millrace/node-kit/truncate-text';

/** Ways to make an answer smaller, the least important content first. Each returns the same answer if it has no effect. */
const reductions: ((answer: BuildAnswer) => BuildAnswer)[] = [
  (answer) => ({ ...answer, commits: answer.commits.slice(0, 20) }),
  (answer) => withExcerpts(answer, 3, 5),
  (answer) => withTexts(answer, 200),
  (answer) => withExcerpts(answer, 1, 5),
  (answer) => ({ ...answer, new_failing_tests: answer.new_failing_tests.slice(0, 5) }),
  (answer) => ({ ...answer, failed: answer.failed.slice(0, 5) }),
  (answer) => ({ ...answer, commits: answer.commits.slice(0, 5) }),
  (answer) => withTexts(answer, 60),
  (answer) => ({ ...answer, run_again: answer.run_again.slice(0, 20) }),
  (answer) => ({ ...answer, commits: [], new_failing_tests: [], failed: [], run_again: [] }),
];

/** Leaves out what is least important until the answer has at most {@link maxAnswerBytes} bytes. */
export function fitAnswer(answer: BuildAnswer): BuildAnswer {
  let fitted = answer;
  for (const reduce of reductions) {
    if (sizeOf(fitted) <= maxAnswerBytes) return fitted;
    fitted = { ...reduce(fitted), is_shortened: true };
  }
  return fitted;
}

/** Keeps the excerpts of the first steps, with so many lines before and after the error. */
function withExcerpts(answer: BuildAnswer, steps: number, around: number): BuildAnswer {
  return {
    ...answer,
    failed: answer.failed.map(({ first_error: error, ...step }, at) => {
      if (!error || at >= steps) return step;
      const middle = error.lines.findIndex(({ line }) => line === error.line);
      const lines = error.lines.slice(Math.max(0, middle - around), middle + around + 1);
      return { ...step, first_error: { ...error, lines } };
    }),
  };
}

/** Texts that are useless if they are truncated. */
const whole = new Set([
  'repo',
  'link',
  'status',
  'event',
  'commit',
  'sha',
  'replay',
  'slug',
  'reason',
]);

/** Truncates every other text. */
function withTexts(answer: BuildAnswer, length: number): BuildAnswer {
  return truncate(answer, length) as BuildAnswer;
}

function truncate(value: unknown, length: number): unknown {
  if (typeof value === 'string') return truncateText(value, length);
  if (Array.isArray(value)) return value.map((each) => truncate(each, length));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      whole.has(key) ? each : truncate(each, length),
    ]),
  );
}

const sizeOf = (answer: BuildAnswer) => Buffer.byteLength(JSON.stringify(answer));
