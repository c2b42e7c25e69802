import { type Endpoint, endpoints, numericParams } from '../../api/index.ts';
import { answered, type Params } from './handlers.ts';

// Fails where one of the contract's endpoints was renamed away under a handler.
for (const endpoint of answered) {
  if (!endpoints.includes(endpoint)) throw new Error(`${endpoint.path} is not in the contract`);
}

const routes = answered.map((endpoint) => ({ endpoint, match: matcherOf(endpoint) }));

/** The endpoint that a call is for, with what its address says. */
export function findEndpoint(
  method: string | undefined,
  path: string,
): { endpoint: Endpoint; params: Params } | null {
  for (const { endpoint, match } of routes) {
    const params = endpoint.method === method ? match(path) : null;
    if (params) return { endpoint, params };
  }
  return null;
}

/** Finds the parameters in an address, or null where the endpoint has another one. */
export function matcherOf({ path }: Pick<Endpoint, 'path'>) {
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
