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

/**
 * Reads lines `NAME=value`, and values of several lines between `NAME<<END` and a line `END`, as GitHub does. The last
 * value of a name counts.
 */
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
    for (const { line, name, data, problem } of readEntries(text)) {
      const found = problem ?? findProblem(name, data);
      if (found) problems.push(`line ${line} of $${variable} ${found}`);
      else outputs.set(name, { name, data, isMasked: kind === 'masked' });
    }
  }
  const all = [...outputs.values()];
  if (all.length > outputLimits.variables) {
    problems.push(`only the first ${outputLimits.variables} outputs are passed on`);
  }
  return { outputs: all.slice(0, outputLimits.variables), problems };
}

interface Entry {
  /** Counts from 1. */
  line: number;
  name: string;
  data: string;
  problem?: string;
}

function* readEntries(text: string): Generator<Entry> {
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at++) {
    const start = lines[at] ?? '';
    const line = at + 1;
    if (start === '') continue;
    // The first sign counts: a value may contain the other one.
    const [, name = '', sign, rest = ''] = /^(.*?)(=|<<)(.*)$/s.exec(start) ?? [];
    if (sign === '<<') {
      const end = rest === '' ? -1 : lines.indexOf(rest, line);
      yield end < 0
        ? { line, name, data: '', problem: 'has no later line that ends its value' }
        : { line, name, data: lines.slice(line, end).join('\n') };
      // Without an end, the lines of a value could be read as other outputs.
      if (end < 0) return;
      at = end;
    } else {
      yield { line, name, data: rest, ...(sign ? {} : { problem: 'has no NAME=value' }) };
    }
  }
}

function findProblem(name: string, data: string): string | undefined {
  if (!outputNamePattern.test(name)) return 'has no name that an output may have';
  return data.length > outputLimits.characters ? 'is too long' : undefined;
}
