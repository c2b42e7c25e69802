import type { Repo } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { useMessages, usePageMessages } from '../../lib/i18n/messages.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { ListPanel } from '../../ui/list-panel.tsx';
import css from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';
import { CronDialog } from './cron-dialog.tsx';
import { useDeleteCron } from './cron-mutations.ts';
import { cronsQuery } from './cron-queries.ts';

export function CronPanel({ repo }: { repo: Pick<Repo, 'namespace' | 'name'> }) {
  const { common } = useMessages();
  const { crons: text } = usePageMessages();
  const { data: crons, error, refetch } = useQuery(cronsQuery(repo));
  const remove = useDeleteCron(repo);
  return (
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
            <tr key={cron.name}>
              <td className={css.main}>{cron.name}</td>
              <td>{cron.branch}</td>
              <td className={css.mono}>{cron.expr}</td>
              <td>
                <RelativeTime timeSec={cron.next} />
              </td>
              <td className={css.actions}>
                <DeleteButton
                  name={cron.name}
                  question={text.question}
                  detail={text.deleteDetail(cron.name, `${repo.namespace}/${repo.name}`)}
                  onConfirm={() => remove.mutate(cron.name)}
                />
              </td>
            </tr>
          ))}
        </Table>
      )}
      dialog={(state) => <CronDialog repo={repo} {...state} />}
    />
  );
}
