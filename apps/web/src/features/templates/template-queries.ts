import {
  createTemplate,
  deleteTemplate,
  listTemplates,
  type Template,
  updateTemplate,
} from '@millrace/contract/api';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { withTemplate } from './template-view.ts';

export function templatesQuery(namespace: string) {
  return queryOptions({
    queryKey: ['templates', namespace],
    queryFn: ({ signal }) => callApi(listTemplates, { params: { namespace }, signal }),
  });
}

function usePutFirst(namespace: string, onDone: () => void) {
  const client = useQueryClient();
  return (changed: Template) => {
    client.setQueryData(templatesQuery(namespace).queryKey, (list) =>
      withTemplate(list ?? [], changed),
    );
    onDone();
  };
}

export function useCreateTemplate(namespace: string, onDone: () => void) {
  const { templates: text } = usePageMessages();
  return useMutation({
    mutationFn: (body: { name: string; data: string }) =>
      callApi(createTemplate, { params: { namespace }, body }),
    onSuccess: usePutFirst(namespace, onDone),
    meta: { done: text.added },
  });
}

export function useUpdateTemplate(namespace: string, template: string, onDone: () => void) {
  const { templates: text } = usePageMessages();
  return useMutation({
    mutationFn: (body: { data: string }) =>
      callApi(updateTemplate, { params: { namespace, template }, body }),
    onSuccess: usePutFirst(namespace, onDone),
    meta: { done: text.edited },
  });
}

export function useDeleteTemplate(namespace: string) {
  const { templates: text } = usePageMessages();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (template: string) => callApi(deleteTemplate, { params: { namespace, template } }),
    onSuccess: () => client.invalidateQueries(templatesQuery(namespace)),
    meta: { done: text.removed },
  });
}
