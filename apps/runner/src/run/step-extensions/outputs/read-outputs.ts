import { outputLimits, outputNamePattern, type StepOutput } from '@millrace/contract/step-outputs';
import {
  maxOutputBytes,
  type OutputTexts,
  outputVariables,
} from '../../../engines/output-files.ts';

export interface ReadOutputs {
  outputs: StepOutput[];
  /** Reasons why something is missing, for the log of the step. They contain no values. */
  problems: string[];
}

/** Reads lines `NAME=value`. The last line of a name counts. */
export function readOutputs(texts: OutputTexts): ReadOutputs {
  const outputs = new Map<string, StepOutput>();
  const problems: string[] = [];
  for (const kind of ['open', 'masked'] as const) {
    const text = texts[kind];
    const variable = outputVariables[kind];
    if (Buffer.byteLength(text) > maxOutputBytes) {
      problems.push(`$${variable} is larger than ${maxOutputBytes / 1024} KiB and is ignored`);
      continue;
    }
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      if (line === '') continue;
      const at = line.indexOf('=');
      const [name, data] = [line.slice(0, at), line.slice(at + 1)];
      const problem = at < 0 ? 'has no NAME=value' : findProblem(name, data);
      if (problem) problems.push(`line ${index + 1} of $${variable} ${problem}`);
      else outputs.set(name, { name, data, isMasked: kind === 'masked' });
    }
  }
  const all = [...outputs.values()];
  if (all.length > outputLimits.variables) {
    problems.push(`only the first ${outputLimits.variables} outputs are passed on`);
  }
  return { outputs: all.slice(0, outputLimits.variables), problems };
}

function findProblem(name: string, data: string): string | undefined {
  if (!outputNamePattern.test(name)) return 'has no name that an output may have';
  return data.length > outputLimits.characters ? 'is too long' : undefined;
}
