import type { RunnerSummary } from '@millrace/contract/api';
import { LogOut, Pause, Play, Trash2 } from 'lucide';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { tableMessages } from '../../domain-ui/table-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { RowActions } from '../../ui/row-actions.tsx';
import table from '../../ui/table.module.css';
import { runnerMessages } from './messages.ts';
import { useForgetRunner, useSetRunnerState } from './runner-queries.ts';
import { labelsOf, platformOf, stateText } from './runner-view.ts';
import css from './runners.module.css';

export function RunnerRow({ runner }: { runner: RunnerSummary }) {
  const text = useTexts(runnerMessages);
  const { none } = useTexts(tableMessages);
  const { name, types, version, connected, seen, steps, running, capacity } = runner;
  return (
    <tr>
      <td className={table.main}>
        <span className={css.lines}>
          {name}
          {version && <span className={css.detail}>{text.version(version)}</span>}
        </span>
      </td>
      <td>
        <span className={css.lines}>
          {stateText(runner, text)}
          {!connected && (
            <span className={css.detail}>
              {text.seen} <RelativeTime timeSec={seen} />
            </span>
          )}
        </span>
      </td>
      <td>
        <span className={css.lines}>
          {platformOf(runner) || none}
          <span className={css.detail}>{types.join(', ')}</span>
        </span>
      </td>
      <td>{labelsOf(runner) || none}</td>
      <td>{steps || none}</td>
      <td className={css.short}>{text.stages(running, capacity)}</td>
      <RunnerActions runner={runner} />
    </tr>
  );
}

function RunnerActions({ runner: { name, state, connected } }: { runner: RunnerSummary }) {
  const text = useTexts(runnerMessages);
  const setState = useSetRunnerState(name);
  const forget = useForgetRunner(name);
  const isPending = setState.isPending || forget.isPending;
  return (
    <RowActions>
      {state !== 'active' && (
        <IconButton
          label={text.of(text.resume, name)}
          disabled={isPending}
          onClick={() => setState.mutate('active')}
        >
          <Icon icon={Play} />
        </IconButton>
      )}
      {state !== 'paused' && (
        <IconButton
          label={text.of(text.pause, name)}
          disabled={isPending}
          onClick={() => setState.mutate('paused')}
        >
          <Icon icon={Pause} />
        </IconButton>
      )}
      {state === 'active' && connected && (
        <IconButton
          label={text.of(text.drain, name)}
          disabled={isPending}
          onClick={() => setState.mutate('draining')}
        >
          <Icon icon={LogOut} />
        </IconButton>
      )}
      {!connected && (
        <IconButton
          label={text.of(text.forget, name)}
          disabled={isPending}
          onClick={() => forget.mutate()}
        >
          <Icon icon={Trash2} />
        </IconButton>
      )}
    </RowActions>
  );
}
