import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as language from '@millrace/pipeline';
import { expect, it } from 'vitest';

it('prints what the README of the pipeline language says', () => {
  const readme = readFileSync(join(import.meta.dirname, '../packages/pipeline/README.md'), 'utf8');
  const [example = '', output = ''] = [...readme.matchAll(/^```(?:ts)?\n(.+?)^```/gms)].map(
    ([, text]) => text,
  );
  const [, names = '', code = ''] = /^import \{([^}]+)\} from '[^']+';\n(.+)/s.exec(example) ?? [];
  const printed: string[] = [];
  const run = new Function('console', 'language', `const {${names}} = language;\n${code}`);
  run({ log: (line: string) => printed.push(line) }, language);
  expect(`${printed.join('\n')}\n`).toBe(output);
});
