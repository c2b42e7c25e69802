import type { Build, Repo } from '@millrace/contract/api';
import {
  Bug,
  CalendarClock,
  type IconNode,
  KeyRound,
  RefreshCw,
  Rocket,
  RotateCw,
  Square,
} from 'lucide';
import { useNavigate } from 'react-router';
import { repoMessages } from '../../domain-ui/repo-messages.ts';
import { useBuildCommands } from '../../features/control-build/build-commands.ts';
import { useStartSync } from '../../features/repos/start-sync.ts';
import { paletteMessages } from '../../features/search/messages.ts';
import type { PaletteItem } from '../../features/search/palette-groups.ts';
import { useCurrentUser, useSetSyncing } from '../../features/sign-in/session-queries.ts';
import { addEntryState } from '../../lib/entry-marks.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { Icon } from '../../ui/icon.tsx';
import { restartFailed } from '../../ui/restart-failed.ts';
import { newBuildItem } from './repo-items.tsx';
import type { Place } from './use-place.ts';

const commandIcons = {
  restart: <Icon icon={RotateCw} />,
  restartFailed: <Icon icon={restartFailed} />,
  cancel: <Icon icon={Square} />,
  promote: <Icon icon={Rocket} />,
  debug: <Icon icon={Bug} />,
};

/** Dialogs that an action opens. They stay open when the palette closes. */
export interface ActionDialogs {
  newBuild: (repo: Repo) => void;
  promote: (repo: Repo, build: Build) => void;
}

/** Lists the actions that the viewer may run on the current page. */
export function useActionItems(place: Place, dialogs: ActionDialogs): ActionItems {
  const repoText = useTexts(repoMessages);
  const text = useTexts(paletteMessages);
  const navigate = useNavigate();
  const { user, repo, canWrite, build, buildNumber } = place;
  const { refetch: refreshUser } = useCurrentUser();
  const sync = useStartSync(useSetSyncing(), refreshUser);
  const { namespace, name } = repo ?? { namespace: '', name: '' };
  const commands = useBuildCommands(
    { repo: { namespace, name }, number: buildNumber ?? 0, build: repo && build },
    { user, canWrite, promote: (promoted) => repo && dialogs.promote(repo, promoted) },
  );
  const newBuildOf = (of: Repo): PaletteItem =>
    newBuildItem(of, repoText.newBuild, () => dialogs.newBuild(of));
  const here: PaletteItem[] = commands.map(({ kind, run }) => ({
    id: `action:${kind}`,
    icon: commandIcons[kind],
    label: text[kind](buildNumber ?? 0),
    note: repo?.slug,
    target: { run },
  }));
  if (repo?.active && canWrite) {
    const adding = (section: string, label: string, icon: IconNode): PaletteItem => ({
      id: `action:add:${section}`,
      icon: <Icon icon={icon} />,
      label,
      note: repo.slug,
      target: { to: paths.repoSettings(repo.slug, section), state: addEntryState },
    });
    here.push(
      newBuildOf(repo),
      adding('secrets', text.addSecret, KeyRound),
      adding('cron', text.addCron, CalendarClock),
    );
  }
  const startSync = () => {
    navigate(paths.home);
    sync.mutate();
  };
  if (user && !user.syncing) {
    const target = { run: startSync };
    here.push({ id: 'action:sync', icon: <Icon icon={RefreshCw} />, label: text.sync, target });
  }
  return { here, newBuildOf };
}

export interface ActionItems {
  here: PaletteItem[];
  newBuildOf: (repo: Repo) => PaletteItem;
}
