import {
  hashKey,
  type UseMutationOptions,
  type UseMutationResult,
  useQueryClient,
  useMutation as useUnguardedMutation,
} from '@tanstack/react-query';
import { useId } from 'react';

/**
 * The mutation hook of this app. Ignores a call with the input of an unfinished one: the second click of a double click
 * comes before the button is rendered as disabled. Hooks with the same `mutationKey` share their calls.
 */
export function useMutation<Data = unknown, Input = void>(
  options: UseMutationOptions<Data, Error, Input>,
): Omit<UseMutationResult<Data, Error, Input>, 'mutateAsync'> {
  const client = useQueryClient();
  const id = useId();
  const mutationKey = options.mutationKey ?? [id];
  const mutation = useUnguardedMutation({ ...options, mutationKey });
  const mutate: typeof mutation.mutate = (...call) => {
    const input = hashKey(call.slice(0, 1));
    const predicate = ({ state }: { state: { variables: unknown } }) =>
      hashKey([state.variables]) === input;
    if (!client.isMutating({ mutationKey, predicate })) mutation.mutate(...call);
  };
  return { ...mutation, mutate };
}
