import { expect, it } from 'vitest';
import type { WorkspaceFiles } from '../../engines/engine.ts';
import {
  inOrder,
  type LastStep,
  type ReportedStep,
  type StepEnd,
  type StepExtension,
} from './step-extension.ts';

const step = {} as ReportedStep;
const files = {} as WorkspaceFiles;
const end: StepEnd = { files, hasSucceeded: true, outputs: undefined };
const result = { status: 'success', exit_code: 0 } as const;

/** Creates an extension with every moment, which notes its calls before and after a pause. */
function noting(name: string, calls: string[]): Required<StepExtension> {
  const note = (moment: string) => async () => {
    calls.push(`${name} ${moment}`);
    await Promise.resolve();
    calls.push(`${name} done`);
  };
  return {
    onReady: note('onReady'),
    onEnded: note('onEnded'),
    onFinished: note('onFinished'),
    onStepsEnded: note('onStepsEnded'),
  };
}

const callMoment = {
  onReady: (all: Required<StepExtension>) => all.onReady(step, files),
  onEnded: (all: Required<StepExtension>) => all.onEnded(step, end),
  onFinished: (all: Required<StepExtension>) => all.onFinished(step, result),
  onStepsEnded: (all: Required<StepExtension>) => all.onStepsEnded({} as LastStep),
};
const moments = Object.keys(callMoment) as (keyof StepExtension)[];

it.each(moments)('calls %s of each extension after that of the one before', async (moment) => {
  const calls: string[] = [];
  const all = inOrder([noting('first', calls), {}, noting('second', calls)]);
  await callMoment[moment](all);
  expect(calls).toEqual([`first ${moment}`, 'first done', `second ${moment}`, 'second done']);
});

it.each(moments)('does not call %s of those after an extension that fails', async (moment) => {
  const calls: string[] = [];
  const failing = { [moment]: () => Promise.reject(new Error('no disk')) };
  const all = inOrder([noting('first', calls), failing, noting('second', calls)]);
  await expect(callMoment[moment](all)).rejects.toThrow('no disk');
  expect(calls).toEqual([`first ${moment}`, 'first done']);
});
