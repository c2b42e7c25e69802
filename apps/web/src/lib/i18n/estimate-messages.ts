import { type EstimateMessages, enEstimates } from './en-estimates.ts';
import type { Locale } from './locale.ts';
import { useLanguage } from './messages.tsx';
import { zhEstimates } from './zh-estimates.ts';

const catalogues: Record<Locale, EstimateMessages> = { en: enEstimates, 'zh-CN': zhEstimates };

/** Texts of estimates, which only unfinished builds load. */
export function useEstimateMessages(): EstimateMessages {
  return catalogues[useLanguage().locale];
}
