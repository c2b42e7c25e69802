export type ScriptLanguage = 'jsonnet' | 'starlark';
type Language = 'yaml' | ScriptLanguage;

const languages: Record<string, Language> = {
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '.jsonnet': 'jsonnet',
  '.starlark': 'starlark',
  '.star': 'starlark',
  '.script': 'starlark',
};

export const templateExtensions = Object.keys(languages);

/** The language that the name of a file says; undefined where it says none, or is nothing else. */
export function languageOf(name: string): Language | undefined {
  const extension = templateExtensions.find((end) => name.endsWith(end) && name !== end);
  return extension === undefined ? undefined : languages[extension];
}

/** The same where it is that of a script. */
export function scriptLanguageOf(name: string): ScriptLanguage | undefined {
  const language = languageOf(name);
  return language === 'yaml' ? undefined : language;
}
