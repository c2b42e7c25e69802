import type { Account } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide';
import { type ReactNode, useState } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Section } from '../../ui/section.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { userMessages } from './messages.ts';
import { NewUserDialog } from './new-user-dialog.tsx';
import { usersQuery } from './user-queries.ts';
import { UserTable } from './user-table.tsx';

interface UserPanelProps {
  ownLogin: string;
  /** Content of other features for the dialog of an account. */
  more: (user: Account) => ReactNode;
}

export function UserPanel({ ownLogin, more }: UserPanelProps) {
  const { common } = useMessages();
  const text = useTexts(userMessages);
  const { data: users, isPending, error, refetch } = useQuery(usersQuery);
  const [isOpen, setIsOpen] = useState(false);
  const [edited, setEdited] = useState<Account | null>(null);
  return (
    <Section
      title={text.title}
      action={
        <Button kind="primary" onClick={() => setIsOpen(true)}>
          <Icon icon={Plus} />
          {text.add}
        </Button>
      }
    >
      {isPending && <p>{common.loading}</p>}
      {!users && error && <LoadFailure {...describeFailure(error)} onRetry={refetch} />}
      {users && <UserTable users={users} ownLogin={ownLogin} onEdit={setEdited} />}
      <NewUserDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
      {edited && (
        <EditUserDialog user={edited} more={more(edited)} onClose={() => setEdited(null)} />
      )}
    </Section>
  );
}
