import { type ReactNode, useState } from 'react';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ConsoleHead } from './console-head.tsx';
import css from './console-pane.module.css';
import { consoleErrorText, footerText, noLogsBox } from './console-text.ts';
import { LogView } from './log-view.tsx';
import { type ConsoleModel, type ConsoleProps, useConsole } from './use-console.ts';

interface ConsolePaneProps extends ConsoleProps {
  closeButton?: ReactNode;
}

export function ConsolePane(props: ConsolePaneProps) {
  const { address, stage, step, closeButton } = props;
  const { console: text } = useMessages();
  const model = useConsole(props);
  const [isFollowing, setIsFollowing] = useState(true);
  const isRunning = step?.status === 'running';
  return (
    <section className={css.pane} aria-label={text.label(stage.name, step?.name ?? '')}>
      <ConsoleHead
        address={address}
        stage={stage}
        step={step}
        lines={model.lines}
        isFollowing={isFollowing}
        onFollowingChange={setIsFollowing}
        closeButton={closeButton}
      />
      <ConsoleNotice model={model} />
      {model.lines.length > 0 ? (
        <LogView
          key={Object.values(address).join('/')}
          label={text.label(stage.name, step?.name ?? '')}
          lines={model.lines}
          isFollowing={isRunning && isFollowing}
          onFollowingChange={setIsFollowing}
          opensAtEnd={step?.status === 'failure' || step?.status === 'error'}
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

/** The box over the log, or in its place. */
function ConsoleNotice({ model: { state, facts } }: { model: ConsoleModel }) {
  const { console: text } = useMessages();
  if (state === 'error') {
    return (
      <div className={css.box}>
        <Notice tone="danger">{consoleErrorText(facts, text)}</Notice>
      </div>
    );
  }
  if (state !== 'no_logs_available') return null;
  const { tone, message } = noLogsBox(facts, text);
  return (
    <div className={css.box}>
      <Notice tone={tone}>{message}</Notice>
    </div>
  );
}

function ConsoleWaiting({ model: { state } }: { model: ConsoleModel }) {
  const { console: text } = useMessages();
  if (state === 'loading') return <p className={css.waiting}>{text.loading}</p>;
  if (state === 'stream_on') return <p className={css.waiting}>{text.waitingForOutput}</p>;
  return <div className={css.filler} />;
}
