import { Menu } from '@base-ui/react/menu';
import type { Build } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { Bug, ChevronDown, CirclePause, Pin, PinOff, Rocket, RotateCw } from 'lucide';
import { useState } from 'react';
import type { RepoName } from '../../api/build-queries.ts';
import { terminalSettingsQuery } from '../../api/terminal-settings-query.ts';
import { buildMessages } from '../../domain-ui/build-messages.ts';
import { pinMessages } from '../../domain-ui/pin-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { hasExtras } from '../../lib/server-extras.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import css from '../../ui/menu.module.css';
import { isOfFork } from './is-of-fork.ts';
import { pauseMessages } from './messages.ts';
import { PauseDialog, pausableSteps } from './pause-dialog.tsx';
import { usePinBuild, useUnpinBuild } from './pin-mutations.ts';

export interface BuildMenuProps {
  repo: RepoName;
  build: Build;
  onRestart: () => void;
  onPromote: () => void;
  onDebug: () => void;
}

/** Menu of actions for a finished build. It opens when its code is loaded. */
export function BuildMenu({ repo, build, onRestart, onPromote, onDebug }: BuildMenuProps) {
  const text = useTexts(buildMessages);
  const pinText = useTexts(pinMessages);
  const pauseText = useTexts(pauseMessages);
  const [isPausing, setIsPausing] = useState(false);
  const { data: settings } = useQuery({
    ...terminalSettingsQuery(repo),
    enabled: hasExtras(build),
  });
  const isFork = isOfFork(repo, build);
  const canPause = settings?.keep_failed && !isFork && pausableSteps(build).length > 0;
  const isPinned = build.pinned === true;
  const pin = usePinBuild(repo, build.number);
  const unpin = useUnpinBuild(repo, build.number);
  const items = [
    { name: text.restart, icon: <Icon icon={RotateCw} size={14} />, run: onRestart },
    ...(hasExtras(build) && isFork
      ? []
      : [{ name: text.promote, icon: <Icon icon={Rocket} size={14} />, run: onPromote }]),
    { name: text.debug, icon: <Icon icon={Bug} size={14} />, run: onDebug },
    ...(canPause
      ? [
          {
            name: pauseText.pauseAction,
            icon: <Icon icon={CirclePause} size={14} />,
            run: () => setIsPausing(true),
          },
        ]
      : []),
    ...(hasExtras(build)
      ? [
          {
            name: isPinned ? pinText.unpin : pinText.pin,
            icon: <Icon icon={isPinned ? PinOff : Pin} size={14} />,
            run: () => (isPinned ? unpin : pin).mutate(),
          },
        ]
      : []),
  ];
  return (
    <>
      <Menu.Root defaultOpen modal={false}>
        <Menu.Trigger
          className={buttonClass({ isIcon: true })}
          aria-label={text.actions}
          title={text.actions}
        >
          <Icon icon={ChevronDown} />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner className={css.positioner} side="bottom" align="end" sideOffset={6}>
            <Menu.Popup className={css.popup}>
              {items.map(({ name, icon, run }) => (
                <Menu.Item key={name} className={css.item} onClick={run}>
                  <span className={css.mark}>{icon}</span>
                  {name}
                </Menu.Item>
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {isPausing && <PauseDialog repo={repo} build={build} onClose={() => setIsPausing(false)} />}
    </>
  );
}
