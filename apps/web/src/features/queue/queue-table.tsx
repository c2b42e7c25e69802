import type { QueuedStage } from '@millrace/contract/api';
import { ChevronsUp, CircleX } from 'lucide';
import { useState } from 'react';
import { Link } from 'react-router';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { stageWaitingText } from '../../domain-ui/stage-waiting-text.ts';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { tableMessages } from '../../domain-ui/table-messages.ts';
import { waitingMessages } from '../../domain-ui/waiting-messages.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { RowActions } from '../../ui/row-actions.tsx';
import table from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';
import { queueMessages } from './messages.ts';
import css from './queue.module.css';
import { useCancelQueued, useRunNext } from './queue-queries.ts';

const nameOf = ({ repo, build }: QueuedStage) => `${repo} #${build}`;

/** Unfinished stages with their builds, and the reasons why they wait. */
export function QueueTable({ stages }: { stages: readonly QueuedStage[] }) {
  const { common } = useMessages();
  const text = useTexts(queueMessages);
  const [cancelling, setCancelling] = useState<QueuedStage | null>(null);
  const cancel = useCancelQueued();
  const next = useRunNext();
  return (
    <>
      <Table
        label={text.title}
        columns={[text.stage, text.build, text.reason, text.runner, text.since]}
        actionsLabel={common.actions}
      >
        {stages.map((stage) => (
          <QueueRow
            key={stage.id}
            stage={stage}
            onCancel={() => setCancelling(stage)}
            onNext={() => next.mutate(stage)}
          />
        ))}
      </Table>
      <ConfirmDialog
        question={text.cancelQuestion}
        detail={cancelling ? text.cancelDetail(nameOf(cancelling)) : undefined}
        action={text.cancelAction}
        isOpen={cancelling !== null}
        onConfirm={() => cancelling && cancel.mutate(cancelling)}
        onClose={() => setCancelling(null)}
      />
    </>
  );
}

interface QueueRowProps {
  stage: QueuedStage;
  onCancel: () => void;
  onNext: () => void;
}

function QueueRow({ stage, onCancel, onNext }: QueueRowProps) {
  const text = useTexts(queueMessages);
  const { none } = useTexts(tableMessages);
  const reasons = useTexts(waitingMessages);
  const { repo, build, number, name, title, status, machine, waiting, created, started } = stage;
  const reason = waiting ? stageWaitingText(waiting, reasons) : text.startsSoon;
  return (
    <tr>
      <td className={table.main}>
        <Link className={table.link} to={paths.build(repo, build, number)}>
          {name}
        </Link>
      </td>
      <td>
        <span className={css.build}>
          {nameOf(stage)}
          <span className={css.title} title={title}>
            {title}
          </span>
        </span>
      </td>
      <td>
        <span className={css.reason}>
          <StatusIcon status={status} />
          {machine ? text.running : reason}
        </span>
      </td>
      <td>{machine || none}</td>
      <td>
        <RelativeTime timeSec={started || created} />
      </td>
      <RowActions>
        {!machine && (
          <IconButton label={text.runNext(nameOf(stage))} onClick={onNext}>
            <Icon icon={ChevronsUp} />
          </IconButton>
        )}
        <IconButton label={text.cancel(nameOf(stage))} onClick={onCancel}>
          <Icon icon={CircleX} />
        </IconButton>
      </RowActions>
    </tr>
  );
}
