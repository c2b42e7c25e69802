import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { readStored, writeStored } from '../../lib/storage.ts';
import { Notice } from '../../ui/notice.tsx';
import { ConsoleHead } from './console-head.tsx';
import { ConsoleNotice } from './console-notice.tsx';
import css from './console-pane.module.css';
import { footerText } from './console-text.ts';
import { LogAnnouncer } from './log-announcer.tsx';
import { LogSearchBar } from './log-search-bar.tsx';
import { LogView } from './log-view.tsx';
import { type ConsoleModel, type ConsoleProps, useConsole } from './use-console.ts';
import { useLineLink } from './use-line-link.ts';
import { useLogSearch } from './use-log-search.ts';

interface ConsolePaneProps extends ConsoleProps {
  closeButton?: ReactNode;
}

export function ConsolePane(props: ConsolePaneProps) {
  // Everything that the reader did belongs to one log.
  return <LogConsole key={Object.values(props.address).join('/')} {...props} />;
}

function LogConsole(props: ConsolePaneProps) {
  const { address, stage, step, closeButton } = props;
  const { console: text } = usePageMessages();
  const model = useConsole(props);
  const { engine, log } = model;
  const { linked, link } = useLineLink();
  const [isFollowing, setIsFollowing] = useState(linked === null);
  const [isAnnouncing, setIsAnnouncing] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const [target, setTarget] = useState(linked && { line: linked.from });
  const topLine = useRef(0);
  const [wraps, setWraps] = useStoredFlag('log-wrap', true);
  const [showsTimes, setShowsTimes] = useStoredFlag('log-times', true);
  const isRunning = step?.status === 'running';

  const showAll = () => {
    setShowsAll(true);
    engine?.fetchAll();
  };
  const goTo = (line: number) => setTarget({ line });
  const search = useLogSearch(engine, log, goTo, topLine);
  const hasLines = log.count > 0;

  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'f' || !hasLines) return;
    event.preventDefault();
    search.open();
  };
  const label = text.label(stage.name, step?.name ?? '');
  return (
    <section className={css.pane} aria-label={label} onKeyDown={onKeyDown}>
      <ConsoleHead
        address={address}
        stage={stage}
        step={step}
        engine={engine}
        log={log}
        isDebug={props.build.debug ?? false}
        isFollowing={isFollowing}
        onFollowingChange={setIsFollowing}
        isAnnouncing={isAnnouncing}
        onAnnouncingChange={setIsAnnouncing}
        wraps={wraps}
        onWrapsChange={setWraps}
        showsTimes={showsTimes}
        onShowsTimesChange={setShowsTimes}
        onSearch={search.open}
        onGoTo={goTo}
        closeButton={closeButton}
      />
      {engine && isRunning && isAnnouncing && <LogAnnouncer engine={engine} count={log.count} />}
      {search.isOpen && <LogSearchBar search={search} />}
      <ConsoleNotice model={model} />
      {isRunning && log.isStartWithheld && (
        <div className={css.box}>
          <Notice tone="warning">{text.startWithheld}</Notice>
        </div>
      )}
      {engine && hasLines ? (
        <LogView
          label={label}
          engine={engine}
          isLive={isRunning}
          isFollowing={isRunning && isFollowing}
          onFollowingChange={setIsFollowing}
          opensAtEnd={
            linked === null && (isRunning || step?.status !== 'success' || log.count > 250)
          }
          wraps={wraps}
          showsTimes={showsTimes}
          linked={linked}
          onLink={link}
          found={search.isOpen ? search.found : null}
          currentMatch={search.current}
          target={target}
          topLine={topLine}
          showsAll={showsAll}
          onShowAll={showAll}
        />
      ) : (
        <ConsoleWaiting model={model} />
      )}
      {(step || model.state === 'loading') && (
        <p className={css.footer} data-status={step?.status}>
          {footerText(step, text)}
        </p>
      )}
    </section>
  );
}

function ConsoleWaiting({ model: { state } }: { model: ConsoleModel }) {
  const { console: text } = usePageMessages();
  if (state === 'loading') return <p className={css.waiting}>{text.loading}</p>;
  if (state === 'stream_on') return <p className={css.waiting}>{text.waitingForOutput}</p>;
  return <div className={css.filler} />;
}

/** A choice that this browser remembers. */
function useStoredFlag(name: 'log-wrap' | 'log-times', or: boolean) {
  const [isOn, setIsOn] = useState(() => (readStored(name) ?? String(or)) === 'true');
  const change = (next: boolean) => {
    writeStored(name, String(next));
    setIsOn(next);
  };
  return [isOn, change] as const;
}
