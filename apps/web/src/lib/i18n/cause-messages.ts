import { type CauseMessages, enCauses } from './en-causes.ts';
import type { Locale } from './locale.ts';
import { useLanguage } from './messages.tsx';
import { zhCauses } from './zh-causes.ts';

const catalogues: Record<Locale, CauseMessages> = { en: enCauses, 'zh-CN': zhCauses };

/** Texts about causes of failures. */
export function useCauseMessages(): CauseMessages {
  return catalogues[useLanguage().locale];
}
