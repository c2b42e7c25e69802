import { secretCalls } from '../../../api/index.ts';
import { changeNamed, without } from './named-items.ts';
import { on } from './on.ts';

const owners = [
  { at: 0, list: 'secrets', fieldsOf: () => ({ repo_id: 1 }) },
  { at: 1, list: 'orgSecrets', fieldsOf: (namespace: string) => ({ namespace }) },
  { at: 2, list: 'serverSecrets', fieldsOf: () => ({}) },
] as const;

/** Secrets of a repository, of an organization, and of the whole server. */
export const secretHandlers = owners.flatMap(({ at, list, fieldsOf }) => [
  on(secretCalls.list[at], ({ state }) => state[list]),
  on(secretCalls.create[at], ({ state, params, body }) => {
    const { name = '', pull_request = false, events, branches, images } = body;
    const limits = { events, branches, images };
    const owner = fieldsOf(params.namespace);
    const secret = { id: state[list].length + 1, ...owner, name, pull_request, ...limits };
    state[list] = [...state[list], secret];
    return secret;
  }),
  on(secretCalls.update[at], ({ state, params, body }) => {
    const secret = changeNamed(state[list], params.secret, body);
    state[list] = state[list].map((other) => (other.name === secret.name ? secret : other));
    return secret;
  }),
  on(secretCalls.delete[at], ({ state, params }) => {
    state[list] = without(state[list], params.secret);
  }),
]);
