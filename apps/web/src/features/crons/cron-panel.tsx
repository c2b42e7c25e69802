import type { Cron, Repo } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide';
import { useState } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListPanel } from '../../ui/list-panel.tsx';
import css from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';
import { CronDialog } from './cron-dialog.tsx';
import { useDeleteCron, useRunCron } from './cron-mutations.ts';
import { cronsQuery } from './cron-queries.ts';
import { EditCronDialog } from './edit-cron-dialog.tsx';
import { cronMessages } from './messages.ts';

/** Lists the cron jobs of a repository. */
export function CronPanel({ repo }: { repo: Pick<Repo, 'namespace' | 'name' | 'default_branch'> }) {
  const { common } = useMessages();
  const text = useTexts(cronMessages);
  const { data: crons, error, refetch } = useQuery(cronsQuery(repo));
  const remove = useDeleteCron(repo);
  const run = useRunCron(repo);
  const [edited, setEdited] = useState<Cron | null>(null);
  return (
    <>
      <ListPanel
        title={text.title}
        add={text.add}
        empty={{ title: text.emptyTitle, detail: text.empty }}
        items={crons}
        failure={error && <LoadFailure {...describeFailure(error)} onRetry={refetch} />}
        table={(items) => (
          <Table
            label={text.title}
            columns={[text.name, text.branch, text.schedule, text.next]}
            actionsLabel={common.actions}
          >
            {items.map((cron) => (
              <CronRow
                key={cron.name}
                cron={cron}
                slug={`${repo.namespace}/${repo.name}`}
                isStarting={run.isPending}
                onRun={() => run.mutate(cron.name)}
                onEdit={() => setEdited(cron)}
                onDelete={() => remove.mutate(cron.name)}
              />
            ))}
          </Table>
        )}
        dialog={(state) => <CronDialog repo={repo} {...state} />}
      />
      {edited && <EditCronDialog repo={repo} cron={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

interface CronRowProps {
  cron: Cron;
  slug: string;
  /** Whether a cron job is being started. */
  isStarting: boolean;
  onRun: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

function CronRow({ cron, slug, isStarting, onRun, onEdit, onDelete }: CronRowProps) {
  const { common } = useMessages();
  const text = useTexts(cronMessages);
  return (
    <tr>
      <td className={css.main}>
        {cron.name}
        {cron.error && <p>{text.failed(cron.error)}</p>}
      </td>
      <td>{cron.branch}</td>
      <td className={css.mono}>
        {cron.expr} {cron.time_zone}
      </td>
      <td>{cron.disabled ? text.disabled : <RelativeTime timeSec={cron.next} />}</td>
      <td className={css.actions}>
        <Button
          kind="ghost"
          size="small"
          aria-label={text.runNamed(cron.name)}
          disabled={isStarting}
          onClick={onRun}
        >
          {text.run}
        </Button>
        <Button
          kind="ghost"
          size="small"
          isIcon
          aria-label={common.edit(cron.name)}
          onClick={onEdit}
        >
          <Icon icon={Pencil} />
        </Button>
        <DeleteButton
          name={cron.name}
          question={text.question}
          detail={text.deleteDetail(cron.name, slug)}
          onConfirm={onDelete}
        />
      </td>
    </tr>
  );
}
