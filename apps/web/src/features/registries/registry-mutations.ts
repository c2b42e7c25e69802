import type { NewRegistry, RegistryChange } from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import { updateList } from '../../api/update-cached.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { upsertItem } from '../../lib/upsert-item.ts';
import { showToast } from '../../ui/toast.ts';
import { registryMessages } from './messages.ts';
import type { RegistryCalls } from './registry-calls.ts';
import { registriesQuery } from './registry-queries.ts';

export function useCreateRegistry(calls: RegistryCalls) {
  const text = useTexts(registryMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewRegistry) => calls.create(body),
    onSuccess: (added) =>
      updateList(client, registriesQuery(calls), (all) => upsertItem(all, added, 'address')),
    meta: { done: text.added, failed: text.addFailed },
  });
}

export function useImportRegistries(calls: RegistryCalls) {
  const text = useTexts(registryMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (config: string) => calls.import(config),
    onSuccess: ({ registries, skipped }) => {
      updateList(client, registriesQuery(calls), (all) =>
        registries.reduce((list, each) => upsertItem(list, each, 'address'), all),
      );
      if (skipped.length > 0) showToast('warning', text.skipped(skipped.join(', ')));
    },
    meta: { done: text.imported, failed: text.importFailed },
  });
}

export function useUpdateRegistry(calls: RegistryCalls, address: string) {
  const text = useTexts(registryMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RegistryChange) => calls.update(address, body),
    onSuccess: (changed) =>
      updateList(client, registriesQuery(calls), (all) =>
        all.map((other) => (other.id === changed.id ? changed : other)),
      ),
    meta: { done: text.updated, failed: text.updateFailed },
  });
}

export function useDeleteRegistry(calls: RegistryCalls) {
  const text = useTexts(registryMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (address: string) => calls.delete(address),
    onSuccess: (_, address) =>
      updateList(client, registriesQuery(calls), (all) =>
        all.filter((other) => other.address !== address),
      ),
    meta: { done: text.removed, failed: text.removeFailed },
  });
}
