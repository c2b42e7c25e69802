import { readFileSync } from 'node:fs';

/** A YAML block of a page, with the words behind its fence. */
interface Example {
  line: number;
  text: string;
  /** True where the page says `yaml run`. */
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
