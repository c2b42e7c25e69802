import { formatSize } from '@millrace/contract/format-size';
import { useQuery } from '@tanstack/react-query';
import { Trash } from 'lucide';
import { useState } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListPanel } from '../../ui/list-panel.tsx';
import { RowActions } from '../../ui/row-actions.tsx';
import table from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ownerLimitMessages } from './messages.ts';
import {
  ownerLimitsQuery,
  useDeleteOwnerLimits,
  useSetOwnerLimits,
} from './owner-limits-queries.ts';

const megabyte = 1_000_000;
const empty = { namespace: '', running: '', storage: '' };

/** Limits of organizations and accounts, for system admins. */
export function OwnerLimitsPanel() {
  const { common } = useMessages();
  const text = useTexts(ownerLimitMessages);
  const { data, error, refetch } = useQuery(ownerLimitsQuery);
  const remove = useDeleteOwnerLimits();
  const shown = (limit: number | null, format: (value: number) => string) => {
    if (limit === null) return text.ofServer;
    return limit === 0 ? text.none : format(limit);
  };
  return (
    <ListPanel
      title={text.title}
      add={text.add}
      hint={text.hint}
      empty={{ title: text.emptyTitle, detail: text.empty }}
      items={data}
      failure={error && <LoadFailure {...describeFailure(error)} onRetry={refetch} />}
      table={(items) => (
        <Table
          label={text.title}
          columns={[text.owner, text.running, text.storage, text.stored]}
          actionsLabel={common.actions}
        >
          {items.map(({ namespace, running, storage, stored }) => (
            <tr key={namespace}>
              <td className={table.main}>{namespace}</td>
              <td>{shown(running, String)}</td>
              <td>{shown(storage, formatSize)}</td>
              <td>{formatSize(stored)}</td>
              <RowActions>
                <IconButton label={text.delete(namespace)} onClick={() => remove.mutate(namespace)}>
                  <Icon icon={Trash} />
                </IconButton>
              </RowActions>
            </tr>
          ))}
        </Table>
      )}
      dialog={(state) => <LimitsDialog {...state} />}
    />
  );
}

function LimitsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { common } = useMessages();
  const text = useTexts(ownerLimitMessages);
  const [values, setValues] = useState(empty);
  const set = useSetOwnerLimits();
  const close = () => {
    setValues(empty);
    onClose();
  };
  const submit = () => {
    const { namespace, running, storage } = values;
    set.mutate(
      {
        namespace: namespace.trim(),
        running: running === '' ? null : Number(running),
        storage: storage === '' ? null : Math.round(Number(storage) * megabyte),
      },
      { onSuccess: close },
    );
  };
  return (
    <DialogForm
      title={text.edit}
      submit={common.saveChanges}
      isOpen={isOpen}
      isPending={set.isPending}
      onSubmit={submit}
      onClose={close}
    >
      <TextField
        label={text.owner}
        required
        value={values.namespace}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setValues({ ...values, namespace: target.value })}
      />
      {(['running', 'storage'] as const).map((name) => (
        <TextField
          key={name}
          type="number"
          min={0}
          step={1}
          label={text[name]}
          hint={text.fieldHint}
          value={values[name]}
          onChange={({ target }) => setValues({ ...values, [name]: target.value })}
        />
      ))}
    </DialogForm>
  );
}
