import { templateExtensions } from '@millrace/pipeline/vocabulary';
import type { ScriptLanguage } from '@millrace/scripts';

const languages: Record<(typeof templateExtensions)[number], ScriptLanguage> = {
  '.yaml': 'template',
  '.yml': 'template',
  '.jsonnet': 'jsonnet',
  '.starlark': 'starlark',
  '.star': 'starlark',
  '.script': 'starlark',
};

/**
 * Returns the language for the extension of a file name; undefined if it is unknown, or if the name has
 * nothing else.
 */
export function languageOf(name: string): ScriptLanguage | undefined {
  const extension = templateExtensions.find((end) => name.endsWith(end) && name !== end);
  return extension === undefined ? undefined : languages[extension];
}
