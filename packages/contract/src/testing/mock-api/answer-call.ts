import { endpointOf } from '../../api/endpoints.ts';
import type { ApiCall, Endpoint } from '../../api/index.ts';
import { errorMessages } from '../../errors.ts';
import { handlers } from './handlers/index.ts';
import type { MockState } from './mock-state.ts';
import { Refusal } from './refusal.ts';

export type Params = Record<string, string | number>;

/**
 * Answers a call as a server with this state would; the call may change the state. `reply` replaces the
 * default answer. Throws a `Refusal` if the viewer may not make the call or its input violates the contract.
 */
export function answerCall(
  call: ApiCall,
  { params, query, body }: { params: Params; query: Record<string, string>; body: unknown },
  state: MockState,
  reply?: () => unknown,
): unknown {
  const endpoint = endpointOf(call);
  checkAccess(endpoint, params, state);
  for (const [schema, value] of [
    [endpoint.query, query],
    [endpoint.body, body],
  ] as const) {
    const checked = schema?.safeParse(value);
    if (checked && !checked.success) throw new Refusal(400, String(checked.error));
  }
  if (reply) return reply();
  return handlers.get(call)?.({ state, params: params as never, query, body });
}

/** Throws a `Refusal` if a guest may not make the call. Guests may only read public repositories. */
function checkAccess({ access }: Endpoint, params: Params, state: MockState): void {
  if (state.user || access === 'guest') return;
  const slug = `${params.namespace}/${params.name}`;
  const isPublic = state.repos.some((repo) => repo.slug === slug && repo.visibility === 'public');
  if (access !== 'read' || !isPublic) throw new Refusal(401, errorMessages.unauthorized);
}
