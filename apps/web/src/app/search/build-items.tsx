import type { Build } from '@millrace/contract/api';
import { GitBranch, GitCommitHorizontal } from 'lucide';
import { buildTitle } from '../../domain-ui/activity-text.ts';
import { buildTarget } from '../../domain-ui/build-link.tsx';
import { buildStatus } from '../../domain-ui/shown-status.ts';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import type { PaletteItem } from '../../features/search/palette-groups.ts';
import { paths } from '../../lib/paths.ts';
import { Icon } from '../../ui/icon.tsx';

type Untitled = (number: number) => string;

export function buildItem(slug: string, build: Build, untitled: Untitled): PaletteItem {
  return {
    id: `build:${slug}#${build.number}`,
    icon: <StatusIcon status={buildStatus(build)} />,
    label: `#${build.number} ${buildTitle(build, untitled)}`,
    note: slug,
    target: buildTarget(slug, build),
  };
}

/** Item for a build number. The details of the build are missing until the server has answered. */
export function numberItem(
  slug: string,
  number: number,
  build: Build | undefined,
  untitled: Untitled,
): PaletteItem {
  if (build)
    return { ...buildItem(slug, build, untitled), target: { to: paths.build(slug, number) } };
  return {
    id: `build:${slug}#${number}`,
    icon: <Icon icon={GitCommitHorizontal} />,
    label: `#${number}`,
    note: slug,
    target: { to: paths.build(slug, number) },
  };
}

/** Item for a branch, linked to its latest build. */
export function branchItem(slug: string, build: Build): PaletteItem {
  return {
    id: `branch:${slug}:${build.target}`,
    icon: <Icon icon={GitBranch} />,
    label: build.target,
    note: `${slug} #${build.number}`,
    target: buildTarget(slug, build),
  };
}
