import type { Template } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide';
import { useState } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListPanel } from '../../ui/list-panel.tsx';
import css from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';
import { EditTemplateDialog } from './edit-template-dialog.tsx';
import { templateMessages } from './messages.ts';
import { NewTemplateDialog } from './new-template-dialog.tsx';
import { useDeleteTemplate } from './template-mutations.ts';
import { templatesQuery } from './template-queries.ts';

interface TemplatePanelProps {
  namespace: string;
  /** Reason why the viewer cannot change them; undefined if they can. */
  locked?: string | undefined;
}

/** The templates of an organisation. */
export function TemplatePanel({ namespace, locked }: TemplatePanelProps) {
  const { common } = useMessages();
  const text = useTexts(templateMessages);
  const { data: templates, error, refetch } = useQuery(templatesQuery(namespace));
  const remove = useDeleteTemplate(namespace);
  const [edited, setEdited] = useState<Template | null>(null);
  return (
    <>
      <ListPanel
        title={text.title}
        add={text.add}
        locked={locked}
        empty={{ title: text.emptyTitle, detail: text.empty }}
        items={templates}
        failure={error && <LoadFailure {...describeFailure(error)} onRetry={refetch} />}
        table={(items) => (
          <Table label={text.title} columns={[text.name]} actionsLabel={common.actions}>
            {items.map((template) => (
              <tr key={template.name}>
                <td className={css.main}>{template.name}</td>
                <td className={css.actions}>
                  <Button
                    kind="ghost"
                    size="small"
                    isIcon
                    aria-label={common.edit(template.name)}
                    disabled={locked !== undefined}
                    onClick={() => setEdited(template)}
                  >
                    <Icon icon={Pencil} />
                  </Button>
                  <DeleteButton
                    name={template.name}
                    question={text.question}
                    detail={text.deleteDetail(template.name, namespace)}
                    isDisabled={locked !== undefined}
                    onConfirm={() => remove.mutate(template.name)}
                  />
                </td>
              </tr>
            ))}
          </Table>
        )}
        dialog={(state) => <NewTemplateDialog namespace={namespace} {...state} />}
      />
      {edited && (
        <EditTemplateDialog
          namespace={namespace}
          template={edited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
