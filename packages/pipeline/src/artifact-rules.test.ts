import { expect, it } from 'vitest';
import { formatProblem, parsePipelineFile } from './parse-pipeline-file.ts';

const parse = (artifacts: string) =>
  parsePipelineFile(
    `kind: pipeline\nname: a\nsteps: [{ name: b, image: c, commands: [d], artifacts: ${artifacts} }]\n`,
  );

it.each([
  ['dist/**', ['dist/**'], { when: 'always', days: 0 }],
  ['[a, b]', ['a', 'b'], { when: 'always', days: 0 }],
  ['{ paths: [a], when: failure, days: 7 }', ['a'], { when: 'failure', days: 7 }],
  ['{ paths: a, when: success }', ['a'], { when: 'success', days: 0 }],
])('reads artifacts: %s', (artifacts, patterns, rule) => {
  const { pipelines, problems } = parse(artifacts);
  expect(problems).toEqual([]);
  expect(pipelines[0]?.steps[0]).toMatchObject({
    files: { artifact: patterns },
    artifactRule: rule,
  });
});

it.each([
  ['{ paths: a, when: on_failure }', 'did you mean "failure"?'],
  ['{ paths: a, days: week }', 'must be a whole number of days from 1 to 9999'],
  ['{ paths: a, days: 0 }', 'must be a whole number of days from 1 to 9999'],
  ['{ path: a }', 'unknown key "path" in artifacts'],
])('explains artifacts: %s', (artifacts, message) => {
  expect(parse(artifacts).problems.map(formatProblem).join('\n')).toContain(message);
});
