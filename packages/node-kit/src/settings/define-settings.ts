interface Facts {
  /** Name of the variable in the environment. */
  name: string;
  /** Meaning in Markdown, for the docs and for administrators. Without one, the row shares that of the row above it. */
  text?: string;
  /** Describes the default, instead of its value. */
  unset?: string;
  /** Whether steps and administrators must not see the value. */
  secret?: true;
}

/**
 * `exact` keeps spaces, for keys and passwords; `path` is resolved; `base` is a URL to which paths are appended;
 * `certificates` reads a file in PEM format.
 */
export interface TextRow extends Facts {
  kind: 'text' | 'exact' | 'path' | 'url' | 'base' | 'certificates';
  default?: string;
  /** Valid texts, with a description for the error message: `${name} must be ${expected}, not "…".` */
  format?: { readonly pattern: RegExp; readonly expected: string };
}

/** The value of `seconds` is in milliseconds, that of `megabytes` in bytes; both are written as whole numbers. */
export interface NumberRow extends Facts {
  kind: 'whole' | 'number' | 'seconds' | 'megabytes';
  default?: number;
  min: number;
  max: number;
}

export interface ChoiceRow extends Facts {
  kind: 'choice';
  choices: readonly string[];
  default?: string;
  /** Describes the choices, for the error message; otherwise lists them. */
  expected?: string;
}

/** Texts separated by commas; `networks` are addresses and networks. */
export interface ListRow extends Facts {
  kind: 'list' | 'networks';
  default?: string;
}

/** One setting. Its value and error messages, the tables of the docs and the list of secrets follow from this row. */
export type SettingRow = TextRow | NumberRow | ChoiceRow | ListRow;
export type SettingRows = Readonly<Record<string, SettingRow>>;

type OrUndefined<Row, Value> = Row extends { default: string | number } ? Value : Value | undefined;

/** Value of a setting. It can be undefined if the row has no default. */
export type SettingValue<Row extends SettingRow> = Row extends ListRow
  ? string[]
  : Row extends NumberRow
    ? OrUndefined<Row, number>
    : Row extends ChoiceRow
      ? OrUndefined<Row, Row['choices'][number]>
      : OrUndefined<Row, string>;

/** Values of settings, by the keys of their rows. */
export type SettingValues<Rows extends SettingRows> = {
  -readonly [Key in keyof Rows]: SettingValue<Rows[Key]>;
};

/** Declares settings with the precise types of their values. */
export function defineSettings<const Rows extends SettingRows>(rows: Rows): Rows {
  return rows;
}
