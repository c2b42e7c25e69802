import {
  activateRepo,
  chownRepo,
  disableRepo,
  type Repo,
  type RepoSettings,
  repairRepo,
  updateRepo,
} from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { callApi } from '../../api/call-api.ts';
import { updateCached } from '../../api/update-cached.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { repoMessages } from '../../domain-ui/repo-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { repoChangeMessages } from './change-messages.ts';
import { repoListQuery, repoQuery } from './repo-queries.ts';

/**
 * Returns a function that merges a changed repository into the caches. Responses of changes omit the build,
 * and those of existing servers also omit the permissions, so the cached fields are kept.
 */
function useKeepChanged({ namespace, name, slug }: Repo) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (changed: Repo) => {
    if (changed.slug !== slug) {
      // The repository was renamed on the forge, and the server has stored the new name.
      void client.invalidateQueries({ queryKey: repoListQuery.queryKey });
      navigate(paths.repoSettings(changed.slug), { replace: true });
      return;
    }
    const merge = (old: Repo) => (old.slug === changed.slug ? { ...old, ...changed } : old);
    updateCached(client, repoQuery(namespace, name), merge);
    updateCached(client, repoListQuery, (repos) => repos.map(merge));
  };
}

export function useActivateRepo(repo: Repo) {
  const text = useTexts(repoMessages);
  const { namespace, name } = repo;
  return useMutation({
    mutationFn: () => callApi(activateRepo, { params: { namespace, name } }),
    onSuccess: useKeepChanged(repo),
    meta: { done: text.activated },
  });
}

export function useSaveSettings(repo: Repo) {
  const repoText = useTexts(repoMessages);
  const text = useTexts(repoChangeMessages);
  const { namespace, name } = repo;
  return useMutation({
    mutationFn: (settings: RepoSettings) =>
      callApi(updateRepo, { params: { namespace, name }, body: settings }),
    onSuccess: useKeepChanged(repo),
    meta: { done: text.saved, failed: text.saveFailed, notFound: repoText.adminOnly },
  });
}

export function useDisableRepo(repo: Repo) {
  const text = useTexts(repoChangeMessages);
  const { namespace, name } = repo;
  return useMutation({
    mutationFn: () => callApi(disableRepo, { params: { namespace, name }, query: {} }),
    onSuccess: useKeepChanged(repo),
    meta: { done: text.disabled, failed: text.disableFailed },
  });
}

export function useRepairRepo(repo: Repo) {
  const text = useTexts(repoChangeMessages);
  const { namespace, name } = repo;
  return useMutation({
    mutationFn: () => callApi(repairRepo, { params: { namespace, name } }),
    onSuccess: useKeepChanged(repo),
    meta: { done: text.repaired, failed: text.repairFailed },
  });
}

/** Deletes the repository and its builds from this server, but not its git history. */
export function useDeleteRepo({ namespace, name, slug }: Repo) {
  const text = useTexts(repoChangeMessages);
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () =>
      callApi(disableRepo, { params: { namespace, name }, query: { remove: 'true' } }),
    onSuccess: () => {
      updateCached(client, repoListQuery, (repos) => repos.filter((repo) => repo.slug !== slug));
      navigate(paths.home);
      client.removeQueries({ queryKey: repoQuery(namespace, name).queryKey });
    },
    meta: { done: text.deleted, failed: text.deleteFailed },
  });
}

/** Lets the server access the repository on the forge through the caller's account. */
export function useTakeOverRepo(repo: Repo) {
  const text = useTexts(repoChangeMessages);
  const { namespace, name } = repo;
  return useMutation({
    mutationFn: () => callApi(chownRepo, { params: { namespace, name } }),
    onSuccess: useKeepChanged(repo),
    meta: { done: text.takenOver, failed: text.takeOverFailed },
  });
}
