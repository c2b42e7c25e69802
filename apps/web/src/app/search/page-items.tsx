import {
  Bug,
  Check,
  GitBranch,
  GitCommitHorizontal,
  Rocket,
  Server,
  Settings2,
  TrendingUp,
  Workflow,
} from 'lucide';
import type { ReactNode } from 'react';
import { repoMessages } from '../../domain-ui/repo-messages.ts';
import { isOnServer } from '../../domain-ui/settings-section.ts';
import { dashboardMessages } from '../../features/repos/messages.ts';
import { canAdministerRepo } from '../../features/repos/repo-permissions.ts';
import { paletteMessages } from '../../features/search/messages.ts';
import type { PaletteItem } from '../../features/search/palette-groups.ts';
import { adminPath, listAdminPages } from '../../lib/admin-pages.ts';
import { useLanguage, useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { servedConfig } from '../../lib/page-config.ts';
import { paths } from '../../lib/paths.ts';
import { adminMessages } from '../../screens/admin-messages.ts';
import { settingsSections } from '../../screens/settings-sections.ts';
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
  const { locale } = useLanguage();
  const repoText = useTexts(repoMessages);
  const palette = useTexts(paletteMessages);
  const dashboard = useTexts(dashboardMessages);
  const admin = useTexts(adminMessages);
  const { repo, canWrite, user } = place;
  const canAdminister = canAdministerRepo(repo, user);
  const ofRepo = ([to, label, icon]: PageRow): PaletteItem => pageItem(to, label, icon, repo?.slug);
  const tabs: PageRow[] = [];
  const sections: PageRow[] = [];
  if (repo?.active) {
    tabs.push(
      [paths.repo(repo.slug), repoText.builds, <Icon icon={GitCommitHorizontal} key="icon" />],
      [paths.repoBranches(repo.slug), repoText.branches, <Icon icon={GitBranch} key="icon" />],
      [paths.repoDeployments(repo.slug), repoText.deployments, <Icon icon={Rocket} key="icon" />],
    );
    if (servedConfig?.extras) {
      tabs.push(
        [paths.repoCauses(repo.slug), repoText.causes, <Icon icon={Bug} key="icon" />],
        [paths.repoPipelines(repo.slug), repoText.pipelines, <Icon icon={Workflow} key="icon" />],
        [paths.repoTrends(repo.slug), repoText.trends, <Icon icon={TrendingUp} key="icon" />],
      );
    }
    if (repo.has_tests) {
      tabs.push([paths.repoTests(repo.slug), repoText.tests, <Icon icon={Check} key="icon" />]);
    }
  }
  if (repo && canWrite) {
    const icon = <Icon icon={Settings2} key="icon" />;
    tabs.push([paths.repoSettings(repo.slug), repoText.settings, icon]);
    for (const section of repo.active ? settingsSections : []) {
      if (!isOnServer(section) || (section.isForAdmins && !canAdminister)) continue;
      const { path, title, longTitle = title } = section;
      sections.push([
        paths.repoSettings(repo.slug, path),
        palette.settingsOf(longTitle[locale]),
        icon,
      ]);
    }
  }
  const others: PageRow[] = [[paths.home, dashboard.title, <Icon icon={Server} key="icon" />]];
  if (servedConfig?.extras) {
    others.push([
      paths.buildsFeed,
      palette.allBuilds,
      <Icon icon={GitCommitHorizontal} key="icon" />,
    ]);
  }
  others.push([paths.account, nav.account, <Icon icon={Settings2} key="icon" />]);
  if (user) {
    for (const page of listAdminPages(user)) {
      others.push([adminPath(page), admin.pages[page], <Icon icon={Settings2} key="icon" />]);
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
