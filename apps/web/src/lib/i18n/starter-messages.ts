import { enStarters, type StarterMessages } from './en-starters.ts';
import type { Locale } from './locale.ts';
import { useLanguage } from './messages.tsx';
import { zhStarters } from './zh-starters.ts';

const catalogues: Record<Locale, StarterMessages> = { en: enStarters, 'zh-CN': zhStarters };

/** Texts of the first steps in a repository, which only repositories without builds load. */
export function useStarterMessages(): StarterMessages {
  return catalogues[useLanguage().locale];
}
