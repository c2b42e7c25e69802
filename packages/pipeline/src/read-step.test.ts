import { expect, it } from 'vitest';
import { parsePipelineFile } from './parse-pipeline-file.ts';

it.each([
  ['30s', 30, []],
  ['5m', 300, []],
  ['1h', 300, ['steps[a].grace_period is longer than 5m, which is used instead']],
  [
    '30',
    0,
    [
      'steps[a].grace_period must be a duration, such as 90s, 10m or 1h30m; it is ignored; write "30m"',
    ],
  ],
])('reads the grace period %s as %i seconds', (text, seconds, messages) => {
  const file = `kind: pipeline\ntype: exec\nname: mill\nsteps: [{ name: a, commands: [b], grace_period: ${text} }]`;
  const { pipelines, problems } = parsePipelineFile(file);
  expect(pipelines[0]?.steps[0]?.gracePeriodSec).toBe(seconds);
  expect(problems.map(({ message }) => message)).toEqual(messages);
});
