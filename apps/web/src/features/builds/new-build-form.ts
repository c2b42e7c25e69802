export interface Parameter {
  key: string;
  value: string;
}

export interface NewBuildForm {
  target: string;
  commit: string;
  parameters: Parameter[];
  /** Of the fields that the pipeline file asks for. */
  declared: Record<string, string>;
}

export const emptyForm: NewBuildForm = { target: '', commit: '', parameters: [], declared: {} };

/** A pair can be added once both of its parts are there. */
export function canAddParameter({ key, value }: Parameter): boolean {
  return key.trim() !== '' && value.trim() !== '';
}

/** A key holds one value: adding it again replaces the first. */
export function addParameter(parameters: readonly Parameter[], entry: Parameter): Parameter[] {
  if (!canAddParameter(entry)) return [...parameters];
  const added = { key: entry.key.trim(), value: entry.value.trim() };
  return [...removeParameter(parameters, added.key), added];
}

export function removeParameter(parameters: readonly Parameter[], key: string): Parameter[] {
  return parameters.filter((parameter) => parameter.key !== key);
}

/** The call's query: one entry a parameter, branch and commit only if given. */
export function newBuildQuery({ target, commit, parameters, declared }: NewBuildForm) {
  const query: Record<string, string> = {};
  for (const { key, value } of parameters) query[key] = value;
  Object.assign(query, declared);
  if (target.trim()) query.branch = target.trim();
  if (commit.trim()) query.commit = commit.trim();
  return query;
}
