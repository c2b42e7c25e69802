import { enFailureCause, type FailureCauseMessages } from './en-failure-cause.ts';
import type { Locale } from './locale.ts';
import { useLanguage } from './messages.tsx';
import { zhFailureCause } from './zh-failure-cause.ts';

const catalogues: Record<Locale, FailureCauseMessages> = {
  en: enFailureCause,
  'zh-CN': zhFailureCause,
};

/** Texts about failures that are not in the code. */
export function useFailureCauseMessages(): FailureCauseMessages {
  return catalogues[useLanguage().locale];
}
