import type { RepoSummary } from '@millrace/contract/api';
import { formatSize } from '@millrace/contract/format-size';
import { Power, UserPen, Wrench } from 'lucide';
import { useState } from 'react';
import { Link } from 'react-router';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { buildStatus } from '../../domain-ui/shown-status.ts';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { tableMessages } from '../../domain-ui/table-messages.ts';
import { visibilityMessages } from '../../domain-ui/visibility-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { RowActions } from '../../ui/row-actions.tsx';
import table from '../../ui/table.module.css';
import css from './all-repos.module.css';
import { useChangeRepo } from './all-repos-queries.ts';
import { allReposMessages } from './messages.ts';

interface RowProps {
  repo: RepoSummary;
  onChangeOwner: () => void;
}

export function AllReposRow({ repo, onChangeOwner }: RowProps) {
  const text = useTexts(allReposMessages);
  const { none } = useTexts(tableMessages);
  const visibilities = useTexts(visibilityMessages);
  const { slug, owner, active, visibility, last_build: build } = repo;
  return (
    <tr>
      <td className={table.main}>
        <Link className={table.link} to={paths.repo(slug)}>
          {slug}
        </Link>
      </td>
      <td>{owner || none}</td>
      <td>{active ? text.onlyActive : text.onlyInactive}</td>
      <td>{visibilities[visibility][0]}</td>
      <td>
        <Size repo={repo} />
      </td>
      <td>
        {build ? (
          <Link className={css.build} to={paths.build(slug, build.number)}>
            <StatusIcon status={buildStatus(build)} />#{build.number}
            <RelativeTime timeSec={build.created} />
          </Link>
        ) : (
          none
        )}
      </td>
      <Actions repo={repo} onChangeOwner={onChangeOwner} />
    </tr>
  );
}

function Size({ repo: { size } }: { repo: RepoSummary }) {
  const text = useTexts(allReposMessages);
  const { none } = useTexts(tableMessages);
  if (!size) return <span title={text.unmeasured}>{none}</span>;
  const { git, logs, artifacts, caches = 0 } = size;
  const parts = text.sizeOf(
    formatSize(git),
    formatSize(logs),
    formatSize(artifacts),
    formatSize(caches),
  );
  return <span title={parts}>{formatSize(git + logs + artifacts + caches)}</span>;
}

function Actions({ repo, onChangeOwner }: RowProps) {
  const text = useTexts(allReposMessages);
  const { slug, active } = repo;
  const [isConfirming, setIsConfirming] = useState(false);
  const toggle = useChangeRepo(repo, active ? 'deactivated' : 'activated');
  const repair = useChangeRepo(repo, 'repaired');
  const isPending = toggle.isPending || repair.isPending;
  return (
    <RowActions>
      <IconButton
        label={text.of(active ? text.deactivate : text.activate, slug)}
        disabled={isPending}
        onClick={() => (active ? setIsConfirming(true) : toggle.mutate())}
      >
        <Icon icon={Power} />
      </IconButton>
      <IconButton
        label={text.of(text.changeOwner, slug)}
        disabled={isPending}
        onClick={onChangeOwner}
      >
        <Icon icon={UserPen} />
      </IconButton>
      <IconButton
        label={text.of(text.repair, slug)}
        disabled={isPending}
        onClick={() => repair.mutate()}
      >
        <Icon icon={Wrench} />
      </IconButton>
      <ConfirmDialog
        question={text.deactivateQuestion(slug)}
        detail={text.deactivateDetail}
        action={text.deactivate}
        isOpen={isConfirming}
        onConfirm={() => toggle.mutate()}
        onClose={() => setIsConfirming(false)}
      />
    </RowActions>
  );
}
