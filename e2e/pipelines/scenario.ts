import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Scenario in the comment at the top of a pipeline file: preconditions, events and expected builds. */
export interface Scenario {
  name: string;
  text: string;
  needsDocker: boolean;
  givens: string[];
  events: ScenarioEvent[];
}

interface ScenarioEvent {
  /** `push`, `tag v1.0.0`, `promote to production` … */
  what: string;
  /** Expected build, in the format of {@link formatOutline}. `nothing` if none is expected. */
  outline: string[];
  logs: LogExpectation[];
}

export interface LogExpectation {
  /** `stage/step`. */
  step: string;
  text: string;
  isAbsent: boolean;
}

export function readScenario(path: string): Scenario {
  const text = readFileSync(path, 'utf8');
  const header = text.slice(0, text.search(/^[^#]/m));
  const lines = header.split('\n').map((line) => line.replace(/^#/, ''));
  const givens = lines.flatMap((line) => /^ given: (.+)$/.exec(line)?.[1] ?? []);
  const starts = lines.flatMap((line, index) => (/^ \S.* → /.test(line) ? [index] : []));
  const events = starts.map((start, index) => readEvent(lines.slice(start, starts[index + 1])));
  return { name: basename(path, '.yml'), text, needsDocker: needsDocker(text), givens, events };
}

/** Returns whether a pipeline needs Docker, the default type of pipelines. */
export function needsDocker(text: string): boolean {
  const pipelines = text.split(/^---$/m).filter((part) => /^kind: pipeline$/m.test(part));
  return pipelines.some((part) => !/^type: (?!docker)/m.test(part));
}

function readEvent([first = '', ...rest]: string[]): ScenarioEvent {
  const [, what = '', result = ''] = /^ (.+?) → (.+)$/.exec(first) ?? [];
  const outline = [result];
  const logs: LogExpectation[] = [];
  let stage = '';
  let step = '';
  for (const line of rest) {
    if (line.trim() === '') break;
    const [, indent = '', said = '', mark, text] = /^( *)(.*?)(?: *(\|!?) (.*))?$/.exec(line) ?? [];
    if (said !== '') {
      outline.push(`${indent.slice(1)}${said}`);
      const name = /^(.+?): /.exec(said)?.[1] ?? '';
      if (indent.length === 3) stage = name;
      else step = name;
    }
    if (mark) logs.push({ step: `${stage}/${step}`, text: text ?? '', isAbsent: mark === '|!' });
  }
  return { what, outline, logs };
}
