import { enPipelineChanges, type PipelineChangeMessages } from './en-pipeline-changes.ts';
import type { Locale } from './locale.ts';
import { useLanguage } from './messages.tsx';
import { zhPipelineChanges } from './zh-pipeline-changes.ts';

const catalogues: Record<Locale, PipelineChangeMessages> = {
  en: enPipelineChanges,
  'zh-CN': zhPipelineChanges,
};

/** Texts about builds that change the pipeline file. */
export function usePipelineChangeMessages(): PipelineChangeMessages {
  return catalogues[useLanguage().locale];
}
