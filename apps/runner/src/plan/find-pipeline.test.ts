import { parsePipelineFile, selectStageSteps } from '@millrace/pipeline';
import { describe, expect, it } from 'vitest';
import { type DetailsChange, makeDetails, makeStage } from '../testing/stage-fixtures.ts';
import { findPipeline, stepsInput } from './find-pipeline.ts';

/** Creates a file of pipelines with the same name and a different step each; `more` has additional keys. */
function fileOf(...more: string[]) {
  const documents = more.map(
    (text, at) => `kind: pipeline\ntype: exec\nname: twin\n${text}\nsteps: [{ name: s${at} }]\n`,
  );
  return parsePipelineFile(documents.join('---\n'));
}

function stepOf(file: ReturnType<typeof fileOf>, change: DetailsChange): string | undefined {
  const details = makeDetails(change);
  return findPipeline(selectStageSteps(file, stepsInput(details, {})), details).steps[0]?.name;
}

describe('among pipelines with the same name', () => {
  const stage = { name: 'twin', type: 'exec', os: 'linux', arch: 'amd64' };
  const onArm = { ...stage, arch: 'arm64' };

  it('finds the one for the platform of the stage', () => {
    const file = fileOf('', 'platform: { arch: arm64 }');
    expect([stepOf(file, { stage }), stepOf(file, { stage: onArm })]).toEqual(['s0', 's1']);
  });

  it('finds the one whose trigger matches the build', () => {
    const file = fileOf('trigger: { event: push }', 'trigger: { event: pull_request }');
    expect(stepOf(file, { stage, build: { event: 'push' } })).toBe('s0');
    expect(stepOf(file, { stage, build: { event: 'pull_request' } })).toBe('s1');
    expect(stepOf(file, { stage, build: { event: 'tag' } })).toBe('s0');
  });

  it('finds each if several of them run', () => {
    const file = fileOf('trigger: { event: tag }', '', '');
    const stages = [
      makeStage({ ...stage, number: 1, name: 'other' }),
      makeStage({ ...stage, number: 2 }),
      makeStage({ ...stage, number: 3 }),
    ];
    const build = { event: 'push', stages } as const;
    expect(stepOf(file, { stage: { ...stage, number: 2 }, build })).toBe('s1');
    expect(stepOf(file, { stage: { ...stage, number: 3 }, build })).toBe('s2');
  });
});
