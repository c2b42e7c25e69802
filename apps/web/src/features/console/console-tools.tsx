import {
  ArrowDownToLine,
  ChevronDown,
  CircleAlert,
  Clock,
  Download,
  FileText,
  Search,
  TextWrap,
  Volume2,
} from 'lucide';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import css from './console-pane.module.css';
import { downloadBlob } from './download-blob.ts';
import type { LogEngine } from './engine/log-engine.ts';
import type { LogState } from './engine/log-state.ts';
import type { LogAddress } from './engine/open-log.ts';
import { logFileName } from './log-file-name.ts';
import { consoleMessages } from './messages.ts';
import type { ConsoleSettings } from './use-console-settings.ts';

const loadOptions = () => import('./log-options-menu.tsx');

interface ConsoleToolsProps {
  address: LogAddress;
  engine: LogEngine | null;
  log: LogState;
  /** Line of the first error; -1 if none. */
  firstError: number;
  isRunning: boolean;
  /** Address of the log as plain text; undefined if the server has none. */
  textUrl: string | undefined;
  settings: ConsoleSettings;
  onSearch: () => void;
  onGoTo: (line: number) => void;
  /** Buttons after the other ones. */
  children: ReactNode;
}

/** Toolbar of a log. */
export function ConsoleTools(props: ConsoleToolsProps) {
  const { address, engine, log, firstError, isRunning, textUrl, settings } = props;
  const { onSearch, onGoTo, children } = props;
  const { showsTimes, wraps, change } = settings;
  const text = useTexts(consoleMessages);
  const hasLines = log.count > 0;
  const download = async () => {
    await engine?.whenComplete();
    const blob = await engine?.blob();
    if (blob) downloadBlob(logFileName(address), blob);
  };
  return (
    <>
      {hasLines && firstError >= 0 && (
        <Button
          kind="ghost"
          size="small"
          aria-label={text.firstError}
          title={text.firstError}
          onClick={() => onGoTo(firstError)}
        >
          <Icon icon={CircleAlert} size={14} />
          <span className={css.wide}>{text.firstError}</span>
        </Button>
      )}
      {isRunning && <LiveTools settings={settings} />}
      <IconButton label={text.search} disabled={!hasLines} onClick={onSearch}>
        <Icon icon={Search} size={14} />
      </IconButton>
      <IconButton
        label={text.times}
        aria-pressed={showsTimes}
        onClick={() => change({ showsTimes: !showsTimes })}
      >
        <Icon icon={Clock} size={14} />
      </IconButton>
      <LogOptionsButton settings={settings} />
      <IconButton label={text.wrap} aria-pressed={wraps} onClick={() => change({ wraps: !wraps })}>
        <Icon icon={TextWrap} size={14} />
      </IconButton>
      <IconButton label={text.download} disabled={!hasLines} onClick={() => void download()}>
        <Icon icon={Download} size={14} />
      </IconButton>
      {textUrl && (
        <a
          className={buttonClass({ kind: 'ghost', size: 'small', isIcon: true })}
          href={textUrl}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={text.plainText}
          title={text.plainText}
        >
          <Icon icon={FileText} size={14} />
        </a>
      )}
      {children}
    </>
  );
}

/** Menu button that loads the menu on the first click. */
function LogOptionsButton({ settings }: { settings: ConsoleSettings }) {
  const text = useTexts(consoleMessages);
  const [isRequested, setIsRequested] = useState(false);
  const button = (
    <IconButton
      label={text.options}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setIsRequested(true)}
    >
      <Icon icon={ChevronDown} size={14} />
    </IconButton>
  );
  if (!isRequested) return button;
  return (
    <OnDemand load={loadOptions} instead={button} onMissing={() => setIsRequested(false)}>
      {({ LogOptionsMenu }) => <LogOptionsMenu settings={settings} />}
    </OnDemand>
  );
}

/** Buttons for a running step. */
function LiveTools({ settings }: { settings: ConsoleSettings }) {
  const { isFollowing, isAnnouncing, change } = settings;
  const text = useTexts(consoleMessages);
  return (
    <>
      <Button
        kind="ghost"
        size="small"
        aria-pressed={isFollowing}
        onClick={() => change({ isFollowing: !isFollowing })}
      >
        <Icon icon={ArrowDownToLine} size={14} />
        {text.follow}
      </Button>
      <IconButton
        label={text.announce}
        aria-pressed={isAnnouncing}
        onClick={() => change({ isAnnouncing: !isAnnouncing })}
      >
        <Icon icon={Volume2} size={14} />
      </IconButton>
    </>
  );
}
