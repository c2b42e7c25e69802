import {
  type CronChange,
  createCron,
  deleteCron,
  type NewCron,
  runCron,
  updateCron,
} from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { callApi } from '../../api/call-api.ts';
import { callOnce } from '../../api/call-once.ts';
import { updateList } from '../../api/update-cached.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { upsertItem } from '../../lib/upsert-item.ts';
import { showToast } from '../../ui/toast.ts';
import { cronsQuery, type RepoName } from './cron-queries.ts';
import { cronMessages } from './messages.ts';

export function useCreateCron(repo: RepoName) {
  const text = useTexts(cronMessages);
  const client = useQueryClient();
  const { namespace, name } = repo;
  return useMutation({
    mutationFn: (body: NewCron) => callApi(createCron, { params: { namespace, name }, body }),
    onSuccess: (cron) =>
      updateList(client, cronsQuery(repo), (crons) => upsertItem(crons, cron, 'name')),
    meta: { done: text.added },
  });
}

export function useDeleteCron(repo: RepoName) {
  const text = useTexts(cronMessages);
  const client = useQueryClient();
  const { namespace, name } = repo;
  return useMutation({
    mutationFn: (cron: string) => callApi(deleteCron, { params: { namespace, name, cron } }),
    onSuccess: (_, cron) =>
      updateList(client, cronsQuery(repo), (crons) => crons.filter(({ name }) => name !== cron)),
    meta: { done: text.removed },
  });
}

export function useUpdateCron(repo: RepoName, cron: string) {
  const text = useTexts(cronMessages);
  const client = useQueryClient();
  const { namespace, name } = repo;
  return useMutation({
    mutationFn: (body: CronChange) =>
      callApi(updateCron, { params: { namespace, name, cron }, body }),
    onSuccess: (changed) =>
      updateList(client, cronsQuery(repo), (crons) =>
        crons.map((other) => (other.name === changed.name ? changed : other)),
      ),
    meta: { done: text.updated },
  });
}

/** Starts a build of a cron job immediately, and opens it. */
export function useRunCron({ namespace, name }: RepoName) {
  const text = useTexts(cronMessages);
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (cron: string) => callOnce(runCron, { params: { namespace, name, cron } }),
    onSuccess: (build) => {
      if (!build) return showToast('warning', text.skipped);
      showToast('success', text.started);
      navigate(paths.build(`${namespace}/${name}`, build.number));
    },
  });
}
