export interface Parameter {
  key: string;
  value: string;
}

/** The pairs that were added, and the one that is being typed. */
export interface ParameterForm {
  pairs: Parameter[];
  entry: Parameter;
}

const noEntry: Parameter = { key: '', value: '' };
export const noParameters: ParameterForm = { pairs: [], entry: noEntry };

/** A pair can be added once both of its parts are there. */
export function canAddParameter({ key, value }: Parameter): boolean {
  return key.trim() !== '' && value.trim() !== '';
}

/** A key holds one value: adding it again replaces the first. */
export function addParameter({ pairs, entry }: ParameterForm): ParameterForm {
  if (!canAddParameter(entry)) return { pairs, entry };
  const added = { key: entry.key.trim(), value: entry.value.trim() };
  const others = removeParameter({ pairs, entry }, added.key).pairs;
  return { pairs: [...others, added], entry: noEntry };
}

export function removeParameter({ pairs, entry }: ParameterForm, key: string): ParameterForm {
  return { pairs: pairs.filter((pair) => pair.key !== key), entry };
}

/** Returns the parameters to send, including a complete pair that was typed but not added. */
export function parameterQuery(form: ParameterForm): Record<string, string> {
  return Object.fromEntries(addParameter(form).pairs.map(({ key, value }) => [key, value]));
}
