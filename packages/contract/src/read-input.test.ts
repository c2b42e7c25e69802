import { expect, it, onTestFinished } from 'vitest';
import { en } from 'zod/locales';
import { z } from 'zod/mini';
import { readInput } from './read-input.ts';

it('names the field that does not match, also after a library has set other texts', () => {
  const before = z.config().localeError;
  onTestFinished(() => void z.config({ localeError: before }));
  z.config(en());
  const schema = z.object({ kind: z.enum(['artifact', 'junit']) });
  expect(() => readInput(schema, { kind: 'virus' }, 'query')).toThrow(
    'Invalid query: kind Invalid input',
  );
});
