import {
  deletePolicy,
  listPolicies,
  maxPolicies,
  type Policy,
  type PolicyPreview,
  previewPolicy,
  setPolicy,
} from '@millrace/contract/api';
import { badRequest, missing } from '@millrace/contract/api-errors';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { PolicyStore } from './policy-store.ts';

export function registerPolicyRoutes(
  api: ApiRoutes,
  store: PolicyStore,
  preview: (policy: Policy) => Promise<PolicyPreview>,
): void {
  api.session(listPolicies, () => store.list());

  api.session(setPolicy, async ({ params: { policy: name }, body }) => {
    requireOneRule(body);
    if (name.trim() !== name || name === '' || name.length > 100) {
      throw badRequest('The name of a policy has 1 to 100 characters, without spaces at its ends');
    }
    const others = (await store.list()).filter((policy) => policy.name !== name);
    if (others.length >= maxPolicies) {
      throw badRequest(`A server has at most ${maxPolicies} policies`, 'limit_reached');
    }
    await store.put(name, body);
    return { name, ...body };
  });

  api.session(deletePolicy, async ({ params: { policy: name } }) => {
    if (!(await store.delete(name))) throw missing('There is no policy with this name');
    return undefined;
  });

  api.session(previewPolicy, async ({ body }) => {
    requireOneRule(body);
    return preview({ name: 'preview', ...body });
  });
}

function requireOneRule({ images, require_image, deploy }: Omit<Policy, 'name'>): void {
  const rules = [images, require_image, deploy].filter((rule) => rule !== undefined);
  if (rules.length !== 1) {
    throw badRequest('A policy has one of images, require_image and deploy');
  }
}
