import { branchRef, tagRef } from '@millrace/pipeline/git-ref';
import { z } from 'zod/mini';
import type { ForgeNews } from '../forge.ts';

const deletedRef = z.object({ ref: z.string(), ref_type: z.string() });
const repositoryNews = z.object({ action: z.string() });

/** Reads the deletion of a branch or tag, in the format of GitHub and Gitea. */
export function readDeletedRef(payload: unknown): ForgeNews[] {
  const { ref, ref_type } = deletedRef.parse(payload);
  const full = ref_type === 'tag' ? tagRef(ref) : branchRef(ref);
  return [{ kind: 'push', ref: full, before: '', after: '' }];
}

/** Reads events of the repository itself. Only deletions matter. */
export function readRepository(payload: unknown): ForgeNews[] {
  return repositoryNews.parse(payload).action === 'deleted' ? [{ kind: 'deleted' }] : [];
}
