import { readFileSync } from 'node:fs';

/** YAML block of a page, with the info string of its fence. */
interface Example {
  line: number;
  text: string;
  /** Whether the block starts with `yaml run`. */
  isRun: boolean;
}

export function readExamples(path: string): Example[] {
  const page = readFileSync(path, 'utf8');
  return [...page.matchAll(/^```yaml( run)?\n(.*?)^```$/gms)].map(
    ({ 1: run, 2: text = '', index }) => ({
      line: page.slice(0, index).split('\n').length,
      text,
      isRun: run !== undefined,
    }),
  );
}
