import { createSecret, deleteSecret, listSecrets, updateSecret } from '../../../api/index.ts';
import { changeNamed, without } from './named-items.ts';
import { on } from './on.ts';

/** Secrets of a repository. */
export const secretHandlers = [
  on(listSecrets, ({ state }) => state.secrets),
  on(createSecret, ({ state, body }) => {
    const { name = '', pull_request = false } = body;
    const secret = { id: state.secrets.length + 1, repo_id: 1, name, pull_request };
    state.secrets = [...state.secrets, secret];
    return secret;
  }),
  on(updateSecret, ({ state, params, body }) => {
    const secret = changeNamed(state.secrets, params.secret, body);
    state.secrets = state.secrets.map((other) => (other.name === secret.name ? secret : other));
    return secret;
  }),
  on(deleteSecret, ({ state, params }) => {
    state.secrets = without(state.secrets, params.secret);
  }),
];
