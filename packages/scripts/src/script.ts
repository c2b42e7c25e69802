export type ScriptLanguage = 'jsonnet' | 'starlark' | 'template';

type Facts = Readonly<Record<string, string | boolean>>;

/** A script with what it can ask for. */
export interface Script {
  readonly language: ScriptLanguage;
  /** Names it in errors. */
  readonly file: string;
  readonly source: string;
  readonly build: Facts;
  readonly params: Readonly<Record<string, string>>;
  readonly repo: Facts;
  /** What a pipeline file gives to a template: plain data. */
  readonly input?: Readonly<Record<string, unknown>>;
}
