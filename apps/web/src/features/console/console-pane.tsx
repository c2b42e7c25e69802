import type { Step } from '@millrace/contract/api';
import { hasFailed } from '@millrace/contract/vocabulary';
import { Maximize2 } from 'lucide';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { serverAddress } from '../../api/server-address.ts';
import { lazyPart } from '../../domain-ui/lazy-part.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { logError } from '../../lib/log-error.ts';
import { hasExtras } from '../../lib/server-extras.ts';
import { CopyIconButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ConsoleHead } from './console-head.tsx';
import { ConsoleNotice } from './console-notice.tsx';
import css from './console-pane.module.css';
import { footerText } from './console-text.ts';
import { ConsoleTools } from './console-tools.tsx';
import { DeleteLogButton } from './delete-log-button.tsx';
import { logTextUrl } from './engine/open-log.ts';
import { useFileUrl } from './file-url.ts';
import { LogView } from './log-view.tsx';
import { consoleMessages } from './messages.ts';
import { replayCommand } from './replay-command.ts';
import { type ConsoleModel, type ConsoleProps, useConsole } from './use-console.ts';
import { useConsoleSettings } from './use-console-settings.ts';
import { useErrorReveal } from './use-error-reveal.ts';
import { useFirstError } from './use-first-error.ts';
import { useLineLink } from './use-line-link.ts';
import { useLogFocus } from './use-log-focus.ts';
import { useLogSearch } from './use-log-search.ts';

const DeletedLog = lazyPart(() => import('./deleted-log.tsx'), 'DeletedLog');
const SessionLink = lazyPart(() => import('./session-link.tsx'), 'SessionLink');
const LogAnnouncer = lazyPart(() => import('./log-announcer.tsx'), 'LogAnnouncer');
const loadSearchBar = () => import('./log-search-bar.tsx');
const LogSearchBar = lazyPart(loadSearchBar, 'LogSearchBar');

interface ConsolePaneProps extends ConsoleProps {
  closeButton?: ReactNode;
  /** Why the stage has not started yet, shown instead of the log. */
  waitingReason?: ReactNode;
  /** Whether the viewer may delete logs. */
  canDelete?: boolean;
  /** Whether the log fills the window. */
  isFull?: boolean;
  /** Undefined if it cannot. */
  toggleFull?: () => void;
}

export function ConsolePane(props: ConsolePaneProps) {
  // The key resets the state of the view for each log. A stage that runs again has a new log.
  const { address, build, stage, step, closeButton } = props;
  const key = [...Object.values(address), stage.attempt].join('/');
  const [deleted, setDeleted] = useState<string>();
  const isDeleted = deleted === key;
  if (isDeleted || (build.expired?.includes('log') && step?.started)) {
    return <DeletedLog {...{ stage, step, closeButton }} takesFocus={isDeleted} />;
  }
  return <LogConsole key={key} {...props} onDeleted={() => setDeleted(key)} />;
}

interface LogConsoleProps extends ConsolePaneProps {
  onDeleted: () => void;
}

function LogConsole(props: LogConsoleProps) {
  const { address, build, stage, step, closeButton, waitingReason, canDelete, onDeleted } = props;
  const text = useTexts(consoleMessages);
  const { model, firstError, search, settings, lineLink, target, topLine, goTo } =
    useLogConsole(props);
  const fileUrl = useFileUrl(`${address.namespace}/${address.name}`, build);
  const { engine, log } = model;
  const isRunning = step?.status === 'running';
  const hasLines = log.count > 0;
  const pane = useRef<HTMLElement>(null);
  useLogFocus(pane, hasLines);
  // Loads the search bar beforehand, so that it receives what the viewer types immediately after opening it.
  useEffect(() => {
    if (hasLines) loadSearchBar().catch(logError);
  }, [hasLines]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isFindKey(event) || !hasLines) return;
    event.preventDefault();
    search.open();
  };
  const label = text.label(stage.name, step?.name ?? '');
  return (
    <section ref={pane} className={css.pane} aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
      <ConsoleHead stage={stage} step={step} closeButton={closeButton}>
        {isRunning && build.debug && <SessionLink address={log.session} />}
        <ConsoleTools
          address={address}
          engine={engine}
          log={log}
          firstError={firstError.line}
          isRunning={isRunning}
          textUrl={hasExtras(build) && hasLines ? logTextUrl(address) : undefined}
          settings={settings}
          onSearch={search.open}
          onGoTo={goTo}
        >
          {step && hasFailed(step.status) && (
            <CopyIconButton
              label={text.copyReplay}
              text={replayCommand(serverAddress, address, stage, step)}
            />
          )}
          {props.toggleFull && (
            <IconButton label={text.full} aria-pressed={props.isFull} onClick={props.toggleFull}>
              <Icon icon={Maximize2} size={14} />
            </IconButton>
          )}
          {canDelete && step && !isRunning && (
            <DeleteLogButton
              address={address}
              stageName={stage.name}
              stepName={step.name}
              isDisabled={!hasLines}
              onDeleted={onDeleted}
            />
          )}
        </ConsoleTools>
      </ConsoleHead>
      {engine && isRunning && settings.isAnnouncing && (
        <LogAnnouncer engine={engine} count={log.count} />
      )}
      {search.isOpen && <LogSearchBar search={search} />}
      <ConsoleNotices model={model} isRunning={isRunning} />
      {engine && hasLines ? (
        <LogView
          {...{ label, engine, settings, lineLink, search, target, topLine, fileUrl }}
          isLive={isRunning}
          startSec={step?.started ?? 0}
          opensAtEnd={
            lineLink.linked === null && (isRunning || step?.status !== 'success' || log.count > 250)
          }
        />
      ) : (
        <ConsoleWaiting model={model} reason={waitingReason} />
      )}
      {(step || (model.state === 'loading' && !waitingReason)) && <ConsoleFooter step={step} />}
    </section>
  );
}

/** Returns whether a step runs, or has run, for so long that whole seconds tell its lines apart. */
function takesTime(step: Step | undefined): boolean {
  if (!step?.started || !step.stopped) return true;
  return step.stopped - step.started > 1;
}

/** Combines the log of a step with the targets it scrolls to: a linked line, the first error or a match. */
function useLogConsole(props: ConsoleProps) {
  const model = useConsole(props);
  const { engine, log } = model;
  const lineLink = useLineLink((line) => goTo(line));
  const { linked } = lineLink;
  const settings = useConsoleSettings({
    isFollowing: linked === null,
    showsTimes: takesTime(props.step),
  });
  const [target, setTarget] = useState(linked && { line: linked.from });
  const topLine = useRef(0);
  const goTo = (line: number) => setTarget({ line });
  const firstError = useFirstError(props, model);
  useErrorReveal(firstError, linked === null, goTo);
  const search = useLogSearch(engine, log, goTo, topLine);
  return { model, firstError, search, settings, lineLink, target, topLine, goTo };
}

/** Returns whether the key is Ctrl+F or Cmd+F. The browser's own search would only find rendered lines. */
function isFindKey({ ctrlKey, metaKey, shiftKey, key }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === 'f';
}

/** Warnings about the log, above its lines. */
function ConsoleNotices({ model, isRunning }: { model: ConsoleModel; isRunning: boolean }) {
  const text = useTexts(consoleMessages);
  return (
    <>
      <ConsoleNotice model={model} />
      {isRunning && model.log.isStartWithheld && (
        <div className={css.box}>
          <Notice tone="warning">{text.startWithheld}</Notice>
        </div>
      )}
    </>
  );
}

/** Shows the result of the step. */
function ConsoleFooter({ step }: { step: Step | undefined }) {
  const text = useTexts(consoleMessages);
  return (
    <p className={css.footer} data-status={step?.status}>
      {footerText(step, text)}
    </p>
  );
}

interface ConsoleWaitingProps {
  model: ConsoleModel;
  reason: ReactNode;
}

function ConsoleWaiting({ model: { state }, reason }: ConsoleWaitingProps) {
  const text = useTexts(consoleMessages);
  if (state === 'loading' && reason) return <div className={css.waiting}>{reason}</div>;
  if (state === 'loading') return <p className={css.waiting}>{text.loading}</p>;
  if (state === 'stream_on') return <p className={css.waiting}>{text.waitingForOutput}</p>;
  return <div className={css.filler} />;
}
