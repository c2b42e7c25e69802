import { endpointOf } from '../../api/endpoints.ts';
import { type ApiCall, type Endpoint, numericParams } from '../../api/index.ts';
import type { Params } from './answer-call.ts';
import { handlers } from './handlers/index.ts';

const routes = [...handlers.keys()].map((call) => ({
  call,
  endpoint: endpointOf(call),
  match: matcherOf(call),
}));

/** Returns the endpoint of a call and the parameters in its path. */
export function findEndpoint(
  method: string | undefined,
  path: string,
): { call: ApiCall; endpoint: Endpoint; params: Params } | null {
  for (const { call, endpoint, match } of routes) {
    const params = endpoint.method === method ? match(path) : null;
    if (params) return { call, endpoint, params };
  }
  return null;
}

/**
 * Creates a function that returns the parameters of a path, or null if the path is not that of the endpoint.
 */
export function matcherOf({ path }: Pick<ApiCall, 'path'>) {
  const names = [...path.matchAll(/:(\w+)|\*/g)].map(([whole, name = whole]) => name);
  const source = path
    .replaceAll('.', '\\.')
    .replace(/:(\w+)/g, (_, name: string) => (numericParams.has(name) ? '(\\d+)' : '([^/]+)'))
    .replace('*', '(.+)');
  const pattern = new RegExp(`^${source}$`);
  return (address: string): Params | null => {
    const values = pattern.exec(address)?.slice(1);
    if (!values) return null;
    return Object.fromEntries(
      names.map((name, index) => {
        const value = decodeURIComponent(values[index] ?? '');
        return [name, numericParams.has(name) ? Number(value) : value];
      }),
    );
  };
}
