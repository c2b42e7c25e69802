import { Check, GitBranch, GitCommitHorizontal, Rocket, Server, Settings2 } from 'lucide';
import type { ReactNode } from 'react';
import type { PaletteItem } from '../../features/search/palette-groups.ts';
import { adminPath, listAdminPages } from '../../lib/admin-pages.ts';
import { useMessages, usePageMessages } from '../../lib/i18n/messages.tsx';
import { servedConfig } from '../../lib/page-config.ts';
import { paths } from '../../lib/paths.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Place } from './use-place.ts';

type PageRow = [to: string, label: string, icon: ReactNode];

/** Lists the pages that the viewer may open, starting with those of the current repository. */
export function usePageItems(place: Place): {
  tabs: PaletteItem[];
  settings: PaletteItem[];
  others: PaletteItem[];
} {
  const { nav } = useMessages();
  const text = usePageMessages();
  const { repo, canWrite, user } = place;
  const ofRepo = ([to, label, icon]: PageRow): PaletteItem => pageItem(to, label, icon, repo?.slug);
  const tabs: PageRow[] = [];
  const sections: PageRow[] = [];
  if (repo?.active) {
    tabs.push(
      [paths.repo(repo.slug), text.repo.builds, <Icon icon={GitCommitHorizontal} key="icon" />],
      [paths.repoBranches(repo.slug), text.branches.tab, <Icon icon={GitBranch} key="icon" />],
      [paths.repoDeployments(repo.slug), text.deployments.tab, <Icon icon={Rocket} key="icon" />],
    );
    if (repo.has_tests) {
      tabs.push([paths.repoTests(repo.slug), text.tests.title, <Icon icon={Check} key="icon" />]);
    }
  }
  if (repo && canWrite) {
    const icon = <Icon icon={Settings2} key="icon" />;
    tabs.push([paths.repoSettings(repo.slug), text.settings.tab, icon]);
    const names = [
      ['secrets', text.settings.secrets],
      ['cron', text.settings.crons],
      ['badges', text.settings.badges],
      ...(servedConfig?.extras
        ? ([
            ['registries', text.settings.registries],
            ['files', text.settings.files],
            ['caches', text.settings.caches],
          ] as const)
        : []),
      ['org-secrets', text.palette.organizationSecrets],
      ['templates', text.templates.title],
    ] as const;
    if (repo.active) {
      for (const [section, name] of names) {
        sections.push([
          paths.repoSettings(repo.slug, section),
          text.palette.settingsOf(name),
          icon,
        ]);
      }
    }
  }
  const others: PageRow[] = [[paths.home, text.dashboard.title, <Icon icon={Server} key="icon" />]];
  if (servedConfig?.extras) {
    others.push([
      paths.buildsFeed,
      text.palette.allBuilds,
      <Icon icon={GitCommitHorizontal} key="icon" />,
    ]);
  }
  others.push([paths.account, nav.account, <Icon icon={Settings2} key="icon" />]);
  if (user?.admin) {
    for (const page of listAdminPages()) {
      others.push([adminPath(page), text.admin.pages[page], <Icon icon={Settings2} key="icon" />]);
    }
  }
  return {
    tabs: tabs.map(ofRepo),
    settings: sections.map(ofRepo),
    others: others.map(([to, label, icon]) => pageItem(to, label, icon)),
  };
}

function pageItem(to: string, label: string, icon: ReactNode, note?: string): PaletteItem {
  return { id: `page:${to}`, icon, label, note, target: { to } };
}
