import {
  createSecret,
  createServerSecret,
  deleteSecret,
  deleteServerSecret,
  listSecrets,
  listServerSecrets,
  updateSecret,
  updateServerSecret,
} from '../../../api/index.ts';
import { changeNamed, without } from './named-items.ts';
import { on } from './on.ts';

/** Secrets of a repository, and of the whole server. */
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
  on(listServerSecrets, ({ state }) => state.serverSecrets),
  on(createServerSecret, ({ state, body }) => {
    const { name = '', pull_request = false, events, branches, images } = body;
    const limits = { events, branches, images };
    const secret = { id: state.serverSecrets.length + 1, name, pull_request, ...limits };
    state.serverSecrets = [...state.serverSecrets, secret];
    return secret;
  }),
  on(updateServerSecret, ({ state, params, body }) => {
    const secret = changeNamed(state.serverSecrets, params.secret, body);
    state.serverSecrets = state.serverSecrets.map((other) =>
      other.name === secret.name ? secret : other,
    );
    return secret;
  }),
  on(deleteServerSecret, ({ state, params }) => {
    state.serverSecrets = without(state.serverSecrets, params.secret);
  }),
];
