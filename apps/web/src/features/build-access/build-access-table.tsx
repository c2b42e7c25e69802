import type { BuildAccess, Repo } from '@millrace/contract/api';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import table from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';
import { useRemoveBuildAccess } from './build-access-mutations.ts';
import type { Side } from './build-access-queries.ts';
import { buildAccessMessages } from './messages.ts';

interface BuildAccessTableProps {
  repo: Repo;
  side: Side;
  items: readonly BuildAccess[];
}

export function BuildAccessTable({ repo, side, items }: BuildAccessTableProps) {
  const { common } = useMessages();
  const text = useTexts(buildAccessMessages);
  const remove = useRemoveBuildAccess(repo, side);
  const { title, question, removeDetail } = text[side];
  return (
    <Table
      label={title}
      columns={[text.repository, text.addedBy, text.added]}
      actionsLabel={common.actions}
    >
      {items.map(({ slug, added_by, created }) => (
        <tr key={slug}>
          <td className={table.main} title={slug}>
            {slug}
          </td>
          <td>{added_by}</td>
          <td>
            <RelativeTime timeSec={created} />
          </td>
          <td className={table.actions}>
            <DeleteButton
              name={slug}
              words={{ button: common.remove(slug), action: text.remove }}
              question={question}
              detail={removeDetail(slug, repo.slug)}
              onConfirm={() => remove.mutate(slug)}
            />
          </td>
        </tr>
      ))}
    </Table>
  );
}
