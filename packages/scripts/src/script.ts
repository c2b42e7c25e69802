export type ScriptLanguage = 'jsonnet' | 'starlark' | 'template';

type Facts = Readonly<Record<string, string | boolean>>;

/** A script with its inputs. */
export interface Script {
  readonly language: ScriptLanguage;
  /** Name in error messages. */
  readonly file: string;
  readonly source: string;
  readonly build: Facts;
  readonly params: Readonly<Record<string, string>>;
  readonly repo: Facts;
  /** Data that a pipeline file passes to a template. */
  readonly input?: Readonly<Record<string, unknown>>;
}

/** Files that a script may import. */
export interface ScriptImports {
  /** Maximum number of files. */
  readonly max: number;
  /** Returns the text of a file of the repository; null if there is none. */
  readonly read: (path: string) => Promise<string | null>;
}
