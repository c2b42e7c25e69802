import { Avatar } from '../../domain-ui/avatar.tsx';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import table from '../../ui/table.module.css';
import css from './person-cell.module.css';

/** A person in a table. */
export function PersonCell({
  login,
  name,
  avatar,
}: {
  login: string;
  name: string;
  avatar: string;
}) {
  return (
    <td className={table.main}>
      <span className={css.person}>
        <Avatar src={avatar} name={login} size={24} />
        <span title={name || login}>{login}</span>
      </span>
    </td>
  );
}

interface RemoveCellProps {
  name: string;
  canChange: boolean;
  question: string;
  detail?: string;
  onConfirm: () => void;
}

/** The button that removes a row after a confirmation. */
export function RemoveCell({ name, canChange, question, detail, onConfirm }: RemoveCellProps) {
  const { common } = useMessages();
  const removes = common.remove(name);
  return (
    <td className={table.actions}>
      {canChange && (
        <DeleteButton
          name={name}
          words={{ button: removes, action: removes }}
          question={question}
          {...(detail ? { detail } : {})}
          onConfirm={onConfirm}
        />
      )}
    </td>
  );
}
