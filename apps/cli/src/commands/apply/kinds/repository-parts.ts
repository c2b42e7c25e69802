import {
  getArtifactLimits,
  getCaches,
  getProtectedRefs,
  getRetention,
  patchArtifactLimits,
  patchCacheLimits,
  patchRetention,
  updateProtectedRefs,
} from '@millrace/contract/api';
import { bodyOf } from '../../../command-line/body-of.ts';
import { callServer } from '../../../command-line/call-server.ts';
import type { KindHandler } from '../kind-handler.ts';
import type { Kind, Values } from '../resource.ts';
import { repoOf } from './of-path.ts';

type Params = ReturnType<typeof repoOf>;

/** Handles settings that each repository always has. */
function partKind(
  kind: Kind,
  read: (server: string, params: Params) => Promise<Values>,
  change: (server: string, params: Params, values: Values) => Promise<unknown>,
): KindHandler {
  return {
    async read(server, path) {
      return [{ kind, path, values: await read(server, repoOf(path)), secrets: [] }];
    },
    create: (server, { path, values }) => change(server, repoOf(path), values),
    update: (server, { path }, values) => change(server, repoOf(path), values),
  };
}

export const retentionKind = partKind(
  'retention',
  async (server, params) => (await callServer(server, getRetention, { params })).own,
  (server, params, values) =>
    callServer(server, patchRetention, { params, body: bodyOf(patchRetention, values) }),
);

export const artifactLimitsKind = partKind(
  'artifact_limits',
  async (server, params) => {
    const { own } = await callServer(server, getArtifactLimits, { params });
    const { days: _, ...limits } = own;
    return limits;
  },
  (server, params, values) =>
    callServer(server, patchArtifactLimits, { params, body: bodyOf(patchArtifactLimits, values) }),
);

export const cacheLimitsKind = partKind(
  'cache_limits',
  async (server, params) => (await callServer(server, getCaches, { params })).own,
  (server, params, values) =>
    callServer(server, patchCacheLimits, { params, body: bodyOf(patchCacheLimits, values) }),
);

const readRefs = (server: string, params: Params) =>
  callServer(server, getProtectedRefs, { params });

export const protectedRefsKind = partKind(
  'protected_refs',
  readRefs,
  // The call replaces branches and tags alike.
  async (server, params, values) => {
    const body = bodyOf(updateProtectedRefs, { ...(await readRefs(server, params)), ...values });
    await callServer(server, updateProtectedRefs, { params, body });
  },
);
