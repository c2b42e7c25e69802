import type { Registry } from '@millrace/contract/api';
import { Pencil } from 'lucide';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import table from '../../ui/table.module.css';
import { registryMessages } from './messages.ts';
import type { RegistryCalls } from './registry-calls.ts';
import { useDeleteRegistry } from './registry-mutations.ts';

interface RegistryRowProps {
  calls: RegistryCalls;
  registry: Registry;
  isLocked: boolean;
  onEdit: () => void;
}

export function RegistryRow({ calls, registry, isLocked, onEdit }: RegistryRowProps) {
  const { common } = useMessages();
  const text = useTexts(registryMessages);
  const remove = useDeleteRegistry(calls);
  const { address, username, last_used } = registry;
  return (
    <tr>
      <td className={table.main} title={address}>
        {address}
      </td>
      <td>{username}</td>
      <td>{last_used === 0 ? text.neverUsed : <RelativeTime timeSec={last_used} />}</td>
      <td className={table.actions}>
        <IconButton label={common.edit(address)} disabled={isLocked} onClick={onEdit}>
          <Icon icon={Pencil} />
        </IconButton>
        <DeleteButton
          name={address}
          question={text.question}
          detail={text.deleteDetail(address)}
          isDisabled={isLocked}
          onConfirm={() => remove.mutate(address)}
        />
      </td>
    </tr>
  );
}
