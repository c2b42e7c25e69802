import type { Terminal } from '@millrace/contract/api';
import type { Texts } from '../../lib/i18n/texts.ts';
import type { terminalMessages } from './messages.ts';

/** State of a terminal in the page. */
export type TerminalState =
  | { kind: 'opening' }
  | { kind: 'open' }
  | { kind: 'disconnected'; reason: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'ended'; terminal: Terminal };

/** Describes a state that a person must know about. */
export function describeState(state: TerminalState, text: Texts<typeof terminalMessages>): string {
  switch (state.kind) {
    case 'opening':
      return text.opening;
    case 'open':
      return '';
    case 'disconnected':
      return text.disconnected(state.reason);
    case 'refused':
      return text.openFailed(state.reason);
    case 'ended':
      return describeEnd(state.terminal, text);
  }
}

/** Describes how a terminal has ended. */
export function describeEnd(
  { end_reason, exit_code, error }: Terminal,
  text: Texts<typeof terminalMessages>,
): string {
  if (!end_reason) return text.isOpen;
  const detail = error ?? (exit_code === undefined ? '' : text.exitCode(exit_code));
  return detail ? `${text.ends[end_reason]}: ${detail}` : text.ends[end_reason];
}
