import type { Registry } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import type { Owner } from '../../api/owner.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { ListPanel } from '../../ui/list-panel.tsx';
import { Table } from '../../ui/table.tsx';
import { EditRegistryDialog } from './edit-registry-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { registryMessages } from './messages.ts';
import { registryCallsOf } from './registry-calls.ts';
import { RegistryDialog } from './registry-dialog.tsx';
import { registriesQuery } from './registry-queries.ts';
import { RegistryRow } from './registry-row.tsx';

interface RegistryPanelProps {
  owner: Owner;
  /** Reason why the viewer cannot change them; undefined if they can. */
  locked?: string | undefined;
}

/** The registry credentials of a repository, of an organization or of the whole server. */
export function RegistryPanel({ owner, locked }: RegistryPanelProps) {
  const calls = registryCallsOf(owner);
  const { common } = useMessages();
  const text = useTexts(registryMessages);
  const { data: registries, error, refetch } = useQuery(registriesQuery(calls));
  const [edited, setEdited] = useState<Registry | null>(null);
  const [isImporting, setIsImporting] = useState(false);
  const title = text.titles[calls.kind];
  const isLocked = locked !== undefined;
  return (
    <>
      <ListPanel
        title={title}
        add={text.add}
        hint={text.hint}
        locked={locked}
        otherAction={
          <Button disabled={isLocked} onClick={() => setIsImporting(true)}>
            {text.importConfig}
          </Button>
        }
        empty={{ title: text.emptyTitle, detail: text.empty }}
        items={registries}
        failure={error && <LoadFailure {...describeFailure(error)} onRetry={refetch} />}
        table={(items) => (
          <Table
            label={title}
            columns={[text.address, text.username, text.lastUsed]}
            actionsLabel={common.actions}
          >
            {items.map((registry) => (
              <RegistryRow
                key={registry.id}
                calls={calls}
                registry={registry}
                isLocked={isLocked}
                onEdit={() => setEdited(registry)}
              />
            ))}
          </Table>
        )}
        dialog={(state) => <RegistryDialog calls={calls} {...state} />}
      />
      {edited && (
        <EditRegistryDialog calls={calls} registry={edited} onClose={() => setEdited(null)} />
      )}
      {isImporting && <ImportDialog calls={calls} onClose={() => setIsImporting(false)} />}
    </>
  );
}
