import { expect, it } from 'vitest';
import { orAbort } from './or-abort.ts';

it('settles like the promise', async () => {
  const { signal } = new AbortController();
  expect(await orAbort(Promise.resolve(1), signal)).toBe(1);
  await expect(orAbort(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
});

it('rejects as soon as the signal aborts', async () => {
  const abort = new AbortController();
  const waiting = expect(orAbort(new Promise(() => undefined), abort.signal)).rejects.toThrow();
  abort.abort();
  await waiting;
});

it('leaves no error unhandled if the signal aborted before', async () => {
  const errors: unknown[] = [];
  const note = (error: unknown) => errors.push(error);
  process.on('unhandledRejection', note);
  const failing = Promise.withResolvers<void>();
  await expect(orAbort(failing.promise, AbortSignal.abort())).rejects.toThrow();
  failing.reject(new Error('too late'));
  await new Promise(setImmediate);
  process.off('unhandledRejection', note);
  expect(errors).toEqual([]);
});
