import {
  createOrgSecret,
  deleteOrgSecret,
  listOrgSecrets,
  updateOrgSecret,
} from '../../../api/index.ts';
import { changeNamed, without } from './named-items.ts';
import { on } from './on.ts';

/** Secrets of an organization. */
export const orgSecretHandlers = [
  on(listOrgSecrets, ({ state }) => state.orgSecrets),
  on(createOrgSecret, ({ state, params: { namespace }, body }) => {
    const { name = '', pull_request = false } = body;
    const secret = { id: state.orgSecrets.length + 1, namespace, name, pull_request };
    state.orgSecrets = [...state.orgSecrets, secret];
    return secret;
  }),
  on(updateOrgSecret, ({ state, params, body }) => {
    const secret = changeNamed(state.orgSecrets, params.secret, body);
    state.orgSecrets = state.orgSecrets.map((other) =>
      other.name === secret.name ? secret : other,
    );
    return secret;
  }),
  on(deleteOrgSecret, ({ state, params }) => {
    state.orgSecrets = without(state.orgSecrets, params.secret);
  }),
];
