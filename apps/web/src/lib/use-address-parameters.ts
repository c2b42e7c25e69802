import { useSearchParams } from 'react-router';

type Changes = Record<string, string | undefined>;

/**
 * Returns the query parameters of the URL, and a function that changes them. Filters are stored there so that
 * links include them. A change replaces the history entry; an empty value removes its parameter.
 */
export function useAddressParameters(): [URLSearchParams, (changes: Changes) => void] {
  const [parameters, setParameters] = useSearchParams();
  const change = (changes: Changes) =>
    setParameters((current) => withParameters(current, changes), {
      replace: true,
      preventScrollReset: true,
    });
  return [parameters, change];
}

export function withParameters(parameters: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(parameters);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}
