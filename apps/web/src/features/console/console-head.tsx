import type { Line, Stage, Step } from '@millrace/contract/api';
import type { ReactNode } from 'react';
import { RunDuration } from '../../domain-ui/run-duration.tsx';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { DownloadIcon, FollowIcon } from '../../ui/icons.tsx';
import css from './console-pane.module.css';
import { downloadText } from './download-text.ts';
import { logFileName, toLogText } from './log-lines.ts';
import type { LogAddress } from './log-queries.ts';

interface ConsoleHeadProps {
  address: LogAddress;
  stage: Stage;
  step: Step | undefined;
  lines: readonly Line[];
  isFollowing: boolean;
  onFollowingChange: (isFollowing: boolean) => void;
  closeButton?: ReactNode;
}

export function ConsoleHead(props: ConsoleHeadProps) {
  const { address, stage, step, lines, isFollowing, onFollowingChange, closeButton } = props;
  const { console: text } = useMessages();
  const timed = step ?? stage;
  const { namespace, name, build } = address;
  const download = () =>
    downloadText(
      logFileName(namespace, name, build, address.stage, address.step),
      toLogText(lines),
    );
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
      <Button
        kind="ghost"
        size="small"
        isIcon
        aria-label={text.download}
        title={text.download}
        disabled={lines.length === 0}
        onClick={download}
      >
        <DownloadIcon size={14} />
      </Button>
      {closeButton}
    </div>
  );
}
