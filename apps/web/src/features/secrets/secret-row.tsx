import type { Secret } from '@millrace/contract/api';
import { Pencil } from 'lucide';
import { Link } from 'react-router';
import { findMessages } from '../../domain-ui/find-messages.ts';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { hasServerExtras } from '../../lib/server-kind.ts';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import table from '../../ui/table.module.css';
import { secretMessages } from './messages.ts';
import type { SecretCalls } from './secret-calls.ts';
import { limitText } from './secret-limits.ts';
import { useDeleteSecret } from './secret-mutations.ts';
import css from './secrets.module.css';

interface SecretRowProps {
  calls: SecretCalls;
  secret: Secret;
  isLocked: boolean;
  onEdit: () => void;
}

export function SecretRow({ calls, secret, isLocked, onEdit }: SecretRowProps) {
  const { common } = useMessages();
  const find = useTexts(findMessages);
  const text = useTexts(secretMessages);
  const remove = useDeleteSecret(calls);
  const { name } = secret;
  return (
    <tr>
      <td className={table.main}>{name}</td>
      <td>{secret.pull_request ? text.enabled : text.disabled}</td>
      {hasServerExtras() && (
        <>
          <td className={css.limits}>{limitText(secret, find.events) || text.noLimits}</td>
          <td>
            <LastUse slug={calls.owner} secret={secret} />
          </td>
        </>
      )}
      <td className={table.actions}>
        <IconButton label={common.edit(name)} disabled={isLocked} onClick={onEdit}>
          <Icon icon={Pencil} />
        </IconButton>
        <DeleteButton
          name={name}
          question={text.of[calls.kind].question}
          detail={text.deleteDetail(name, calls.owner || text.everywhere)}
          isDisabled={isLocked}
          onConfirm={() => remove.mutate(name)}
        />
      </td>
    </tr>
  );
}

function LastUse({ slug, secret }: { slug: string; secret: Secret }) {
  const text = useTexts(secretMessages);
  const { last_used: time, last_used_build: build } = secret;
  if (!time) return text.neverUsed;
  return (
    <>
      <RelativeTime timeSec={time} />
      {build ? (
        <>
          {' '}
          <Link to={paths.build(slug, build)}>#{build}</Link>
        </>
      ) : null}
    </>
  );
}
