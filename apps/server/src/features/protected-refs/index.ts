import { getProtectedRefs, updateProtectedRefs } from '@millrace/contract/api';
import type { ProtectedRefs } from '../../domain/protected-build.ts';
import type { CreateFeature } from '../../feature.ts';
import { ProtectedRefsStore } from './protected-refs-store.ts';

/** Branches and tags of repositories that are protected besides the default branch. */
export const protectedRefs: CreateFeature = ({ bus, db }) => {
  const store = new ProtectedRefsStore(db);
  return {
    owns: { protected_refs: 'repository' },
    listProtectedRefs: (trx, repoIds) => new ProtectedRefsStore(trx).list(repoIds),
    addRoutes: ({ api }) => {
      api.repo(getProtectedRefs, async ({ repo }) => toJson(await store.find(repo.id)));
      api.repo(updateProtectedRefs, async ({ repo, body }) => {
        await store.put(repo.id, body);
        // Protected runners may take stages that wait.
        bus.publish('queueChanged', {});
        return body;
      });
    },
  };
};

function toJson({ branches, tags }: ProtectedRefs) {
  return { branches: [...branches], tags: [...tags] };
}
