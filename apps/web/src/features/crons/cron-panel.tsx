import type { Cron, Repo } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Section } from '../../ui/section.tsx';
import table from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';
import { CronDialog } from './cron-dialog.tsx';
import { cronsQuery, useDeleteCron } from './cron-queries.ts';

type RepoName = Pick<Repo, 'namespace' | 'name'>;

export function CronPanel({ repo }: { repo: RepoName }) {
  const { crons: text } = useMessages();
  const { data: crons, isError } = useQuery(cronsQuery(repo));
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section
      title={text.title}
      action={
        <Button kind="primary" onClick={() => setIsOpen(true)}>
          <PlusIcon />
          {text.add}
        </Button>
      }
    >
      {!crons && !isError && <ListSkeleton />}
      {crons?.length === 0 && <EmptyState title={text.emptyTitle} detail={text.empty} />}
      {crons && crons.length > 0 && <CronTable repo={repo} crons={crons} />}
      <CronDialog repo={repo} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </Section>
  );
}

function CronTable({ repo, crons }: { repo: RepoName; crons: Cron[] }) {
  const { crons: text, common } = useMessages();
  const remove = useDeleteCron(repo);
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <>
      <Table
        label={text.title}
        columns={[text.name, text.branch, text.schedule, text.next]}
        actionsLabel={common.actions}
      >
        {crons.map((cron) => (
          <tr key={cron.name}>
            <td className={table.main}>{cron.name}</td>
            <td>{cron.branch}</td>
            <td className={table.mono}>{cron.expr}</td>
            <td>
              <RelativeTime timeSec={cron.next} />
            </td>
            <td className={table.actions}>
              <Button
                kind="ghost"
                size="small"
                isIcon
                aria-label={common.deleteNamed(cron.name)}
                onClick={() => setAsked(cron.name)}
              >
                <TrashIcon />
              </Button>
            </td>
          </tr>
        ))}
      </Table>
      <ConfirmDialog
        question={text.question}
        action={common.delete}
        isOpen={asked !== null}
        onConfirm={() => asked !== null && remove.mutate(asked)}
        onClose={() => setAsked(null)}
      />
    </>
  );
}
