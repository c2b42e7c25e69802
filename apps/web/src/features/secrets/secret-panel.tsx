import type { Secret } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Section } from '../../ui/section.tsx';
import table from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { type SecretScope, secretsQuery, useDeleteSecret } from './secret-queries.ts';

/** The secrets of a repository or of an organisation. */
export function SecretPanel({ scope }: { scope: SecretScope }) {
  const { secrets: text } = useMessages();
  const { data: secrets, isError } = useQuery(secretsQuery(scope));
  const [isOpen, setIsOpen] = useState(false);
  const isOrg = scope.name === undefined;
  const title = isOrg ? text.orgTitle : text.title;
  return (
    <Section
      title={title}
      action={
        <Button kind="primary" onClick={() => setIsOpen(true)}>
          <PlusIcon />
          {isOrg ? text.orgAdd : text.add}
        </Button>
      }
    >
      {!secrets && !isError && <ListSkeleton />}
      {secrets?.length === 0 && (
        <EmptyState title={isOrg ? text.orgEmptyTitle : text.emptyTitle} detail={text.empty} />
      )}
      {secrets && secrets.length > 0 && (
        <SecretTable label={title} scope={scope} secrets={secrets} />
      )}
      <SecretDialog scope={scope} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </Section>
  );
}

interface SecretTableProps {
  label: string;
  scope: SecretScope;
  secrets: Secret[];
}

function SecretTable({ label, scope, secrets }: SecretTableProps) {
  const { secrets: text, common } = useMessages();
  const remove = useDeleteSecret(scope);
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <>
      <Table label={label} columns={[text.name, text.pullRequests]} actionsLabel={common.actions}>
        {secrets.map((secret) => (
          <tr key={secret.name}>
            <td className={table.main}>{secret.name}</td>
            <td>{secret.pull_request ? text.enabled : text.disabled}</td>
            <td className={table.actions}>
              <Button
                kind="ghost"
                size="small"
                isIcon
                aria-label={common.deleteNamed(secret.name)}
                onClick={() => setAsked(secret.name)}
              >
                <TrashIcon />
              </Button>
            </td>
          </tr>
        ))}
      </Table>
      <ConfirmDialog
        question={scope.name === undefined ? text.orgQuestion : text.question}
        action={common.delete}
        isOpen={asked !== null}
        onConfirm={() => asked !== null && remove.mutate(asked)}
        onClose={() => setAsked(null)}
      />
    </>
  );
}
