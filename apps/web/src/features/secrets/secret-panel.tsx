import type { Secret } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide';
import { useState } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useMessages, usePageMessages } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListPanel } from '../../ui/list-panel.tsx';
import css from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';
import { EditSecretDialog } from './edit-secret-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { useDeleteSecret } from './secret-mutations.ts';
import { type SecretScope, secretsQuery } from './secret-queries.ts';

interface SecretPanelProps {
  scope: SecretScope;
  /** Reason why the viewer cannot change them; undefined if they can. */
  locked?: string | undefined;
}

/** The secrets of a repository or of an organisation. */
export function SecretPanel({ scope, locked }: SecretPanelProps) {
  const { common } = useMessages();
  const { secrets: text } = usePageMessages();
  const { data: secrets, error, refetch } = useQuery(secretsQuery(scope));
  const remove = useDeleteSecret(scope);
  const isOrg = scope.name === undefined;
  const place = isOrg ? scope.namespace : `${scope.namespace}/${scope.name}`;
  const title = isOrg ? text.orgTitle : text.title;
  const [edited, setEdited] = useState<Secret | null>(null);
  return (
    <>
      <ListPanel
        title={title}
        add={isOrg ? text.orgAdd : text.add}
        locked={locked}
        empty={{ title: isOrg ? text.orgEmptyTitle : text.emptyTitle, detail: text.empty }}
        items={secrets}
        failure={error && <LoadFailure {...describeFailure(error)} onRetry={refetch} />}
        table={(items) => (
          <Table
            label={title}
            columns={[text.name, text.pullRequests]}
            actionsLabel={common.actions}
          >
            {items.map((secret) => (
              <tr key={secret.name}>
                <td className={css.main}>{secret.name}</td>
                <td>{secret.pull_request ? text.enabled : text.disabled}</td>
                <td className={css.actions}>
                  <Button
                    kind="ghost"
                    size="small"
                    isIcon
                    aria-label={common.edit(secret.name)}
                    disabled={locked !== undefined}
                    onClick={() => setEdited(secret)}
                  >
                    <Icon icon={Pencil} />
                  </Button>
                  <DeleteButton
                    name={secret.name}
                    question={isOrg ? text.orgQuestion : text.question}
                    detail={text.deleteDetail(secret.name, place)}
                    isDisabled={locked !== undefined}
                    onConfirm={() => remove.mutate(secret.name)}
                  />
                </td>
              </tr>
            ))}
          </Table>
        )}
        dialog={(state) => <SecretDialog scope={scope} {...state} />}
      />
      {edited && <EditSecretDialog scope={scope} secret={edited} onClose={() => setEdited(null)} />}
    </>
  );
}
