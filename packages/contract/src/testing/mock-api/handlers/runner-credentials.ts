import {
  getProtectedRefs,
  type RunnerCredential,
  runnerCredentialCalls,
  updateProtectedRefs,
} from '../../../api/index.ts';
import { on } from './on.ts';

const owners = [
  {
    at: 0,
    nameOf: (params: { namespace: string; name: string }) => `${params.namespace}/${params.name}`,
  },
  { at: 1, nameOf: (params: { namespace: string }) => params.namespace },
  { at: 2, nameOf: () => '' },
] as const;

/** Runners with credentials of their own, and the branches whose builds protected ones take. */
export const runnerCredentialHandlers = [
  ...owners.flatMap(({ at, nameOf }) => [
    on(runnerCredentialCalls.list[at], ({ state }) => state.runnerCredentials),
    on(runnerCredentialCalls.create[at], ({ state, params, body }) => {
      const owner = nameOf(params);
      const { name = '', protected: isProtected = false, labels } = body;
      const added: RunnerCredential = {
        id: state.runnerCredentials.length + 1,
        name: owner ? `${owner}/${name}` : name,
        owner,
        protected: isProtected,
        ...(labels ? { labels } : {}),
        created_by: state.user?.login ?? '',
        created: 1,
        expires: 4_000_000_000,
        registered: 0,
        last_used: 0,
        connected: false,
        running: 0,
      };
      state.runnerCredentials = [...state.runnerCredentials, added];
      return { ...added, token: `mlrt_${name}` };
    }),
    on(runnerCredentialCalls.revoke[at], ({ state, params }) => {
      const id = Number(params.credential);
      state.runnerCredentials = state.runnerCredentials.filter((runner) => runner.id !== id);
    }),
  ]),
  on(getProtectedRefs, ({ state }) => state.protectedRefs),
  on(updateProtectedRefs, ({ state, body }) => {
    state.protectedRefs = { branches: body.branches ?? [], tags: body.tags ?? [] };
    return state.protectedRefs;
  }),
];
