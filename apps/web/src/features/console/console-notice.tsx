import { ReadNotice } from '../../domain-ui/read-notice.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Notice } from '../../ui/notice.tsx';
import css from './console-pane.module.css';
import { consoleErrorText, noLogsBox } from './console-text.ts';
import { consoleMessages } from './messages.ts';
import type { ConsoleModel } from './use-console.ts';

/** Message above the log, or in place of a missing log. */
export function ConsoleNotice({ model: { state, facts, engine } }: { model: ConsoleModel }) {
  const text = useTexts(consoleMessages);
  if (state === 'error') {
    const message = consoleErrorText(facts, text);
    return (
      <div className={css.box}>
        {facts.logError === null ? (
          <Notice tone="danger">{message}</Notice>
        ) : (
          <ReadNotice message={message} onRetry={() => engine?.fetch()} />
        )}
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
