/** Returns the fields that differ from the stored ones. A form saves only these. */
export function changesOf<Values extends object>(
  edited: Values,
  stored: Partial<Record<keyof Values, unknown>>,
): Partial<Values> {
  const names = Object.keys(edited) as (keyof Values)[];
  const changed = names.filter(
    (name) => JSON.stringify(edited[name]) !== JSON.stringify(stored[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, edited[name]])) as Partial<Values>;
}
