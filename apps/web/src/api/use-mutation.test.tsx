// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { useMutation } from './use-mutation.ts';

/** Renders hooks whose calls finish when the test says so. */
function renderMutations(keys: (string[] | undefined)[]) {
  const client = new QueryClient();
  const inputs: string[] = [];
  const gate = Promise.withResolvers<string>();
  const { result } = renderHook(
    () =>
      keys.map((mutationKey) =>
        useMutation({
          ...(mutationKey ? { mutationKey } : {}),
          mutationFn: (input: string) => {
            inputs.push(input);
            return gate.promise;
          },
        }),
      ),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  );
  return { result, inputs, gate };
}

it('makes one call for a double click', async () => {
  const { result, inputs, gate } = renderMutations([undefined]);
  const [mutation] = result.current;
  await act(async () => {
    mutation?.mutate('start');
    mutation?.mutate('start');
  });
  expect(inputs).toEqual(['start']);
  await act(async () => gate.resolve('started'));
  await act(async () => mutation?.mutate('start'));
  expect(inputs).toEqual(['start', 'start']);
});

it('makes calls with other inputs at the same time', async () => {
  const { result, inputs } = renderMutations([undefined]);
  await act(async () => {
    result.current[0]?.mutate('one');
    result.current[0]?.mutate('two');
  });
  expect(inputs).toEqual(['one', 'two']);
});

it('makes one call for two buttons of the same action', async () => {
  const { result, inputs } = renderMutations([['restart'], ['restart'], ['cancel']]);
  await act(async () => {
    for (const mutation of result.current) mutation.mutate('build');
  });
  expect(inputs).toEqual(['build', 'build']);
});
