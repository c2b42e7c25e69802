import {
  createTemplate,
  deleteTemplate,
  type Template,
  updateTemplate,
} from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { updateList } from '../../api/update-cached.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { templateMessages } from './messages.ts';
import { templatesQuery } from './template-queries.ts';
import { withTemplate } from './template-view.ts';

function usePutFirst(namespace: string) {
  const client = useQueryClient();
  return (changed: Template) =>
    updateList(client, templatesQuery(namespace), (list) => withTemplate(list, changed));
}

export function useCreateTemplate(namespace: string) {
  const text = useTexts(templateMessages);
  return useMutation({
    mutationFn: (body: { name: string; data: string }) =>
      callApi(createTemplate, { params: { namespace }, body }),
    onSuccess: usePutFirst(namespace),
    meta: { done: text.added },
  });
}

export function useUpdateTemplate(namespace: string, template: string) {
  const text = useTexts(templateMessages);
  return useMutation({
    mutationFn: (body: { data: string }) =>
      callApi(updateTemplate, { params: { namespace, template }, body }),
    onSuccess: usePutFirst(namespace),
    meta: { done: text.edited },
  });
}

export function useDeleteTemplate(namespace: string) {
  const text = useTexts(templateMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (template: string) => callApi(deleteTemplate, { params: { namespace, template } }),
    onSuccess: (_, template) =>
      updateList(client, templatesQuery(namespace), (list) =>
        list.filter(({ name }) => name !== template),
      ),
    meta: { done: text.removed },
  });
}
