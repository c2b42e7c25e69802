import { useSearchParams } from 'react-router';

type Changes = Record<string, string | undefined>;

/**
 * Parameters of the address, so that what they choose can be sent to others. A change replaces the entry of the
 * history; an empty value removes its parameter.
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
