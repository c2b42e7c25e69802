import type { Policy } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide';
import { useState } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListPanel } from '../../ui/list-panel.tsx';
import { RowActions } from '../../ui/row-actions.tsx';
import table from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';
import { policyMessages } from './messages.ts';
import { PolicyDialog } from './policy-dialog.tsx';
import { policyKinds } from './policy-form.ts';
import { policiesQuery, useDeletePolicy } from './policy-queries.ts';

/** Policies of the server, for system admins. */
export function PolicyPanel() {
  const { common } = useMessages();
  const text = useTexts(policyMessages);
  const { data, error, refetch } = useQuery(policiesQuery);
  const [editing, setEditing] = useState<Policy | undefined>();
  const remove = useDeletePolicy();
  const kindOf = (policy: Policy) => {
    const kind = policyKinds.find((each) => policy[each] !== undefined);
    return kind && text.kinds[kind];
  };
  return (
    <>
      <ListPanel
        title={text.title}
        add={text.add}
        hint={text.hint}
        empty={{ title: text.emptyTitle, detail: text.empty }}
        items={data}
        failure={error && <LoadFailure {...describeFailure(error)} onRetry={refetch} />}
        table={(items) => (
          <Table
            label={text.title}
            columns={[text.name, text.kind, text.scope, text.state]}
            actionsLabel={common.actions}
          >
            {items.map((policy) => (
              <tr key={policy.name}>
                <td className={table.main}>{policy.name}</td>
                <td>{kindOf(policy)}</td>
                <td>{policy.namespaces.join(', ') || text.everybody}</td>
                <td>{policy.enabled ? text.enabled : text.disabled}</td>
                <RowActions>
                  <IconButton label={text.change(policy.name)} onClick={() => setEditing(policy)}>
                    <Icon icon={Pencil} />
                  </IconButton>
                  <DeleteButton
                    name={policy.name}
                    question={text.delete(policy.name)}
                    onConfirm={() => remove.mutate(policy.name)}
                  />
                </RowActions>
              </tr>
            ))}
          </Table>
        )}
        dialog={({ isOpen, onClose }) => isOpen && <PolicyDialog onClose={onClose} />}
      />
      {editing && (
        <PolicyDialog key={editing.name} policy={editing} onClose={() => setEditing(undefined)} />
      )}
    </>
  );
}
