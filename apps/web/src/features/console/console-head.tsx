import type { Stage, Step } from '@millrace/contract/api';
import type { ReactNode } from 'react';
import { RunDuration } from '../../domain-ui/run-duration.tsx';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { toHttpUrl } from '../../lib/safe-url.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import {
  AlertIcon,
  ClockIcon,
  DownloadIcon,
  FollowIcon,
  SearchIcon,
  SpeakerIcon,
  WrapIcon,
} from '../../ui/icons.tsx';
import css from './console-pane.module.css';
import { downloadBlob } from './download-blob.ts';
import type { LogEngine, LogState } from './engine/log-engine.ts';
import type { LogAddress } from './engine/open-log.ts';
import { logFileName } from './log-file-name.ts';

interface ConsoleHeadProps {
  address: LogAddress;
  stage: Stage;
  step: Step | undefined;
  engine: LogEngine | null;
  log: LogState;
  /** Whether the build is kept open for a remote session. */
  isDebug: boolean;
  isFollowing: boolean;
  onFollowingChange: (isFollowing: boolean) => void;
  /** Whether new lines are told to people who listen. */
  isAnnouncing: boolean;
  onAnnouncingChange: (isAnnouncing: boolean) => void;
  wraps: boolean;
  onWrapsChange: (wraps: boolean) => void;
  showsTimes: boolean;
  onShowsTimesChange: (showsTimes: boolean) => void;
  onSearch: () => void;
  onGoTo: (line: number) => void;
  closeButton?: ReactNode;
}

export function ConsoleHead(props: ConsoleHeadProps) {
  const { address, stage, step, engine, log, isFollowing, onFollowingChange } = props;
  const { wraps, onWrapsChange, showsTimes, onShowsTimesChange, onSearch, onGoTo } = props;
  const { console: text } = usePageMessages();
  const timed = step ?? stage;
  const hasLines = log.count > 0;
  const hasSession = props.isDebug && step?.status === 'running' && log.session;
  const sessionUrl = hasSession ? toHttpUrl(log.session) : null;
  const download = async () => {
    await engine?.whenComplete();
    const blob = await engine?.blob();
    if (blob) downloadBlob(logFileName(address), blob);
  };
  return (
    <div className={css.head}>
      <div className={css.name}>
        <StatusIcon status={timed.status} />
        <h2>
          <span className={css.stage}>{stage.name}</span>
          {step && ` / ${step.name}`}
        </h2>
        <span className={css.duration}>
          <RunDuration started={timed.started} stopped={timed.stopped} />
        </span>
      </div>
      {sessionUrl && (
        <a
          className={buttonClass({ size: 'small' })}
          href={sessionUrl}
          target="_blank"
          rel="noreferrer noopener"
        >
          {text.session}
        </a>
      )}
      {log.firstError >= 0 && (
        <Button
          kind="ghost"
          size="small"
          aria-label={text.firstError}
          title={text.firstError}
          onClick={() => onGoTo(log.firstError)}
        >
          <AlertIcon size={14} />
          <span className={css.wide}>{text.firstError}</span>
        </Button>
      )}
      {step?.status === 'running' && (
        <Button
          kind="ghost"
          size="small"
          aria-pressed={isFollowing}
          onClick={() => onFollowingChange(!isFollowing)}
        >
          <FollowIcon size={14} />
          {text.follow}
        </Button>
      )}
      {step?.status === 'running' && (
        <IconButton
          label={text.announce}
          aria-pressed={props.isAnnouncing}
          onClick={() => props.onAnnouncingChange(!props.isAnnouncing)}
        >
          <SpeakerIcon size={14} />
        </IconButton>
      )}
      <IconButton label={text.search} disabled={!hasLines} onClick={onSearch}>
        <SearchIcon size={14} />
      </IconButton>
      <IconButton
        label={text.times}
        aria-pressed={showsTimes}
        onClick={() => onShowsTimesChange(!showsTimes)}
      >
        <ClockIcon size={14} />
      </IconButton>
      <IconButton label={text.wrap} aria-pressed={wraps} onClick={() => onWrapsChange(!wraps)}>
        <WrapIcon size={14} />
      </IconButton>
      <IconButton label={text.download} disabled={!hasLines} onClick={() => void download()}>
        <DownloadIcon size={14} />
      </IconButton>
      {props.closeButton}
    </div>
  );
}
