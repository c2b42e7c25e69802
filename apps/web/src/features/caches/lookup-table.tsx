import type { CacheLookup } from '@millrace/contract/api';
import { Link } from 'react-router';
import type { RepoName } from '../../api/build-queries.ts';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { Table } from '../../ui/table.tsx';
import css from './caches.module.css';
import { cacheMessages } from './messages.ts';

interface LookupTableProps {
  repo: RepoName;
  lookups: readonly CacheLookup[];
}

/** Hits and misses, the newest first. */
export function LookupTable({ repo, lookups }: LookupTableProps) {
  const text = useTexts(cacheMessages);
  return (
    <Table
      label={text.lookups}
      columns={[text.key, text.result, text.scope, text.build, text.step, text.time]}
    >
      {lookups.map((lookup) => (
        <tr key={lookup.id}>
          <td>
            <div className={css.key}>{lookup.key}</div>
          </td>
          <td>
            <div className={css.result}>
              {text.results[lookup.result]}
              <div className={css.paths}>
                <Explanation lookup={lookup} />
              </div>
            </div>
          </td>
          <td>{lookup.scope}</td>
          <td>
            <Link to={paths.build(`${repo.namespace}/${repo.name}`, lookup.build)}>
              #{lookup.build}
            </Link>
          </td>
          <td>
            {lookup.stage} / {lookup.step}
          </td>
          <td>
            <RelativeTime timeSec={lookup.created} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Explanation({ lookup }: { lookup: CacheLookup }) {
  const { result, reason, found_key, missing_files } = lookup;
  const text = useTexts(cacheMessages);
  if (missing_files) return text.missingFiles(missing_files.join(', '));
  if (reason) return text.reasons[reason];
  return result === 'partial' && found_key !== undefined && text.foundKey(found_key);
}
