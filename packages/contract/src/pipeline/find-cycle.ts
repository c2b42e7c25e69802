/** The names of a first circle of dependencies, the first one again at its end. */
export function findCycle(
  nodes: readonly { name: string; dependsOn: readonly string[] }[],
): string[] | undefined {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const finished = new Set<string>();
  const visit = (name: string, trail: string[]): string[] | undefined => {
    if (trail.includes(name)) return [...trail.slice(trail.indexOf(name)), name];
    const node = byName.get(name);
    if (!node || finished.has(name)) return undefined;
    for (const dependency of node.dependsOn) {
      const cycle = visit(dependency, [...trail, name]);
      if (cycle) return cycle;
    }
    finished.add(name);
    return undefined;
  };
  for (const { name } of nodes) {
    const cycle = visit(name, []);
    if (cycle) return cycle;
  }
  return undefined;
}
