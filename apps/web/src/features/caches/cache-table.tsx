import type { Cache } from '@millrace/contract/api';
import { formatSize } from '@millrace/contract/format-size';
import { Link } from 'react-router';
import type { RepoName } from '../../api/build-queries.ts';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { RowActions } from '../../ui/row-actions.tsx';
import { Table } from '../../ui/table.tsx';
import { useDeleteCache } from './cache-mutations.ts';
import css from './caches.module.css';
import { cacheMessages } from './messages.ts';

interface CacheTableProps {
  repo: RepoName;
  caches: readonly Cache[];
  canDelete: boolean;
}

export function CacheTable({ repo, caches, canDelete }: CacheTableProps) {
  const { common } = useMessages();
  const text = useTexts(cacheMessages);
  const remove = useDeleteCache(repo);
  return (
    <Table
      label={text.title}
      columns={[text.key, text.scope, text.size, text.created, text.lastUsed, text.hits]}
      actionsLabel={common.actions}
    >
      {caches.map(({ id, key, scope, paths: files, size, build, created, last_used, hits }) => (
        <tr key={id}>
          <td>
            <div className={css.key}>
              {key}
              <div className={css.paths}>{files.join(', ')}</div>
            </div>
          </td>
          <td>{scope}</td>
          <td className={css.size}>{formatSize(size)}</td>
          <td>
            <span>
              <RelativeTime timeSec={created} />{' '}
              <Link to={paths.build(`${repo.namespace}/${repo.name}`, build)}>#{build}</Link>
            </span>
          </td>
          <td>
            <RelativeTime timeSec={last_used} />
          </td>
          <td>{hits}</td>
          <RowActions>
            <DeleteButton
              name={`${key} (${scope})`}
              question={text.deleteQuestion}
              detail={text.deleteDetail(key)}
              isDisabled={!canDelete || remove.isPending}
              onConfirm={() => remove.mutate(id)}
            />
          </RowActions>
        </tr>
      ))}
    </Table>
  );
}
