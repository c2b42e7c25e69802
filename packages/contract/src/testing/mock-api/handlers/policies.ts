import { deletePolicy, listPolicies, previewPolicy, setPolicy } from '../../../api/index.ts';
import { on } from './on.ts';

const problem = 'The policy "preview" does not allow the image node of the step site › build';

/** Policies of the server. */
export const policyHandlers = [
  on(listPolicies, ({ state }) => state.policies),
  on(setPolicy, ({ state, params, body }) => {
    const { namespaces = [], events = [], exceptions = [] } = body;
    const policy = {
      ...body,
      name: params.policy,
      namespaces,
      events,
      exceptions: exceptions.map(({ reason = '', ...each }) => ({ ...each, reason })),
    };
    state.policies = [...state.policies.filter(({ name }) => name !== policy.name), policy];
    return policy;
  }),
  on(deletePolicy, ({ state, params }) => {
    state.policies = state.policies.filter(({ name }) => name !== params.policy);
  }),
  on(previewPolicy, () => ({ builds: 50, stopped: [{ repo: 'octo/hello', build: 7, problem }] })),
];
