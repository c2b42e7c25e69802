interface Node {
  name: string;
  dependsOn: readonly string[];
}

/**
 * Returns the names in the first dependency cycle, with the first name repeated at the end. Nodes with the
 * same name count as one.
 */
export function findCycle(nodes: readonly Node[]): string[] | undefined {
  const byName = Map.groupBy(nodes, ({ name }) => name);
  const dependenciesOf = (name: string) =>
    (byName.get(name) ?? []).flatMap((node) => node.dependsOn);
  const finished = new Set<string>();
  for (const { name } of nodes) {
    if (finished.has(name)) continue;
    /** Path to the current node, each with the dependencies not visited yet. */
    const trail = [{ name, rest: dependenciesOf(name) }];
    const visiting = new Set([name]);
    for (let last = trail.at(-1); last; last = trail.at(-1)) {
      const next = last.rest.shift();
      if (next === undefined) {
        trail.pop();
        visiting.delete(last.name);
        finished.add(last.name);
      } else if (visiting.has(next)) {
        const names = trail.map((node) => node.name);
        return [...names.slice(names.indexOf(next)), next];
      } else if (byName.has(next) && !finished.has(next)) {
        trail.push({ name: next, rest: dependenciesOf(next) });
        visiting.add(next);
      }
    }
  }
  return undefined;
}
