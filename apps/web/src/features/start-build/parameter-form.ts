export interface Parameter {
  key: string;
  value: string;
}

/** The added parameters, and the one that is being entered. */
export interface ParameterForm {
  pairs: Parameter[];
  entry: Parameter;
}

const noEntry: Parameter = { key: '', value: '' };
export const noParameters: ParameterForm = { pairs: [], entry: noEntry };

/** Returns whether both key and value are filled in. */
export function canAddParameter({ key, value }: Parameter): boolean {
  return key.trim() !== '' && value.trim() !== '';
}

/** Adds the entered parameter. Replaces an earlier one with the same key. */
export function addParameter({ pairs, entry }: ParameterForm): ParameterForm {
  if (!canAddParameter(entry)) return { pairs, entry };
  const added = { key: entry.key.trim(), value: entry.value.trim() };
  const others = removeParameter({ pairs, entry }, added.key).pairs;
  return { pairs: [...others, added], entry: noEntry };
}

export function removeParameter({ pairs, entry }: ParameterForm, key: string): ParameterForm {
  return { pairs: pairs.filter((pair) => pair.key !== key), entry };
}

/** Returns the parameters to send, including a complete one that was entered but not added. */
export function parameterQuery(form: ParameterForm): Record<string, string> {
  return Object.fromEntries(addParameter(form).pairs.map(({ key, value }) => [key, value]));
}
