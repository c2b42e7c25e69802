import { z } from 'zod/mini';
import type { ForgeRepoRef } from '../forge.ts';
import type { HookCalls, HookTarget } from './forge-adapter.ts';
import type { ForgeClient } from './forge-client.ts';
import { ForgeRefusedError } from './forge-errors.ts';

/** Differences between the webhook APIs of forges. */
interface HookApi {
  /** Path of the webhooks of a repository. */
  pathOf(repo: ForgeRepoRef): string;
  list(token: string, path: string): Promise<{ id: string | number; url: string }[]>;
  /** Body of the call that creates a webhook. */
  toBody(target: HookTarget): object;
}

/** Creates and removes webhooks. A new one replaces existing ones, because forges do not update all fields. */
export function manageHooks(client: ForgeClient, { pathOf, list, toBody }: HookApi): HookCalls {
  /** Returns false if there was none. */
  async function remove(token: string, repo: ForgeRepoRef, url: string): Promise<boolean> {
    const path = pathOf(repo);
    const found = (await list(token, path)).filter((hook) => withoutQuery(hook.url) === url);
    for (const { id } of found) {
      const hookPath = `${path}/${encodeURIComponent(id)}`;
      await client.send(token, 'DELETE', hookPath, undefined, z.unknown());
    }
    return found.length > 0;
  }
  return {
    async removeHook(token, repo, url) {
      await remove(token, repo, url);
    },
    async replaceHook(token, repo, target) {
      const create = () => client.send(token, 'POST', pathOf(repo), toBody(target), z.unknown());
      await remove(token, repo, target.url);
      try {
        await create();
      } catch (error) {
        // GitHub rejects a second webhook with the same URL, which another server may just have created.
        const isRefused = error instanceof ForgeRefusedError && error.forgeStatus === 422;
        if (!isRefused || !(await remove(token, repo, target.url))) throw error;
        await create();
      }
    },
  };
}

/** Drone adds a secret to the URLs of its webhooks, which an imported repository still has. */
function withoutQuery(url: string): string {
  return url.replace(/\?.*$/, '');
}
