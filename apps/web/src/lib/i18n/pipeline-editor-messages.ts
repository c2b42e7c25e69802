import { enPipelineEditor, type PipelineEditorMessages } from './en-pipeline-editor.ts';
import type { Locale } from './locale.ts';
import { useLanguage } from './messages.tsx';
import { zhPipelineEditor } from './zh-pipeline-editor.ts';

const catalogues: Record<Locale, PipelineEditorMessages> = {
  en: enPipelineEditor,
  'zh-CN': zhPipelineEditor,
};

/** Texts of the page that edits a pipeline file. */
export function usePipelineEditorMessages(): PipelineEditorMessages {
  return catalogues[useLanguage().locale];
}
