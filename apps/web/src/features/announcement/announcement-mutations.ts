import { deleteAnnouncement, type NewAnnouncement, setAnnouncement } from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { announcementKey } from './announcement-queries.ts';
import { announcementMessages } from './messages.ts';

export function useSetAnnouncement() {
  const text = useTexts(announcementMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewAnnouncement) => callApi(setAnnouncement, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: announcementKey }),
    meta: { done: text.saved },
  });
}

export function useDeleteAnnouncement() {
  const text = useTexts(announcementMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(deleteAnnouncement, {}),
    onSettled: () => client.invalidateQueries({ queryKey: announcementKey }),
    meta: { done: text.deleted },
  });
}
