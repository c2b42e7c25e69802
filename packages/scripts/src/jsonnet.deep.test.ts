import { expect, it } from 'vitest';
import { errorOf, run } from './testing/run.ts';

it('gets no more memory than its limit by doubling a text', async () => {
  const source = "local f(x) = f(x + x) tailstrict; f('0123456789')";
  const { message } = await errorOf(run('jsonnet', source));
  expect(message).toBe('the script needs too much memory');
});
