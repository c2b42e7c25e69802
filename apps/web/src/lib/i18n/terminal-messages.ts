import { enTerminals, type TerminalMessages } from './en-terminals.ts';
import type { Locale } from './locale.ts';
import { useLanguage } from './messages.tsx';
import { zhTerminals } from './zh-terminals.ts';

const catalogues: Record<Locale, TerminalMessages> = { en: enTerminals, 'zh-CN': zhTerminals };

/** Texts about terminals. */
export function useTerminalMessages(): TerminalMessages {
  return catalogues[useLanguage().locale];
}
