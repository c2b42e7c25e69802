import type { Job } from '@millrace/contract/api';
import { RotateCw } from 'lucide';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { tableMessages } from '../../domain-ui/table-messages.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { RowActions } from '../../ui/row-actions.tsx';
import table from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';
import { useDropJob, useRetryJob } from './job-queries.ts';
import css from './jobs.module.css';
import { jobMessages } from './messages.ts';

const nameOf = ({ kind, key }: Job) => `${kind} ${key}`;

export function JobTable({ jobs }: { jobs: readonly Job[] }) {
  const { common } = useMessages();
  const text = useTexts(jobMessages);
  return (
    <Table
      label={text.title}
      columns={[text.job, text.state, text.repo, text.due, text.tries, text.error]}
      actionsLabel={common.actions}
    >
      {jobs.map((job) => (
        <JobRow key={job.id} job={job} />
      ))}
    </Table>
  );
}

function JobRow({ job }: { job: Job }) {
  const text = useTexts(jobMessages);
  const { none } = useTexts(tableMessages);
  const retry = useRetryJob();
  const drop = useDropJob();
  const isPending = retry.isPending || drop.isPending;
  return (
    <tr>
      <td className={table.main}>
        <span className={css.job} title={job.key}>
          {nameOf(job)}
        </span>
      </td>
      <td>{text.states[job.state]}</td>
      <td>{job.repo || none}</td>
      <td>
        <RelativeTime timeSec={job.due} />
      </td>
      <td>{job.tries}</td>
      <td className={css.error}>{job.error || none}</td>
      <RowActions>
        <IconButton
          label={text.of(text.retry, nameOf(job))}
          disabled={isPending}
          onClick={() => retry.mutate(job.id)}
        >
          <Icon icon={RotateCw} />
        </IconButton>
        <DeleteButton
          name={nameOf(job)}
          words={{ button: text.of(text.drop, nameOf(job)), action: text.drop }}
          question={text.dropQuestion}
          detail={text.dropDetail(nameOf(job))}
          isDisabled={isPending}
          onConfirm={() => drop.mutate(job.id)}
        />
      </RowActions>
    </tr>
  );
}
