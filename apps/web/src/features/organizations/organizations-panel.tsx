import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { describeFailure } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { ListPanel } from '../../ui/list-panel.tsx';
import table from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { NameDialog } from './name-dialog.tsx';
import { peopleMessages } from './people-messages.ts';
import { useCreateOrganization } from './people-mutations.ts';
import { organizationsQuery } from './people-queries.ts';

/** All organizations, for system admins. */
export function OrganizationsPanel() {
  const text = useTexts(peopleMessages);
  const { data, error, refetch } = useQuery(organizationsQuery);
  return (
    <ListPanel
      title={text.list.title}
      add={text.list.add}
      hint={text.list.hint}
      empty={{ title: text.list.emptyTitle, detail: text.list.empty }}
      items={data}
      failure={error && <LoadFailure {...describeFailure(error)} onRetry={refetch} />}
      table={(items) => (
        <Table label={text.list.title} columns={[text.name, text.list.created]}>
          {items.map(({ name, created }) => (
            <tr key={name}>
              <td className={table.main}>
                <Link className={table.link} to={`${paths.organization(name)}?view=members`}>
                  {name}
                </Link>
              </td>
              <td>
                <RelativeTime timeSec={created} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      dialog={(state) => <NewOrganization {...state} />}
    />
  );
}

function NewOrganization({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { common } = useMessages();
  const text = useTexts(peopleMessages);
  const [owner, setOwner] = useState('');
  const create = useCreateOrganization();
  const close = () => {
    setOwner('');
    onClose();
  };
  return (
    <NameDialog
      title={text.list.dialog}
      submit={common.create}
      label={text.name}
      call={create}
      onSubmit={(name, onSuccess) => {
        const login = owner.trim();
        create.mutate({ name, ...(login ? { owner: login } : {}) }, { onSuccess });
      }}
      isOpen={isOpen}
      onClose={close}
    >
      <TextField
        label={text.list.owner}
        hint={text.list.ownerHint}
        value={owner}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => setOwner(event.target.value)}
      />
    </NameDialog>
  );
}
