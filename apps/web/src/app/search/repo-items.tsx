import type { Repo } from '@millrace/contract/api';
import { Plus } from 'lucide';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { repoStatus } from '../../features/repos/repo-list-view.ts';
import type { PaletteItem } from '../../features/search/palette-groups.ts';
import { paths } from '../../lib/paths.ts';
import { Icon } from '../../ui/icon.tsx';

export function repoItem(repo: Repo): PaletteItem {
  return {
    id: `repo:${repo.slug}`,
    icon: <StatusIcon status={repoStatus(repo)} />,
    label: `${repo.namespace} / ${repo.name}`,
    note: repo.build && <RelativeTime timeSec={repo.build.created} />,
    target: { to: paths.repo(repo.slug) },
    inside: repo,
  };
}

export function newBuildItem(repo: Repo, label: string, run: () => void): PaletteItem {
  const id = `action:new:${repo.slug}`;
  return { id, icon: <Icon icon={Plus} />, label, note: repo.slug, target: { run } };
}
