interface Node {
  name: string;
  dependsOn: readonly string[];
}

/**
 * Returns a function that replaces skipped nodes in a list of dependencies by their own dependencies, and
 * missing nodes by `unknown`.
 */
export function createStepOver(
  nodes: readonly Node[],
  isIncluded: (name: string) => boolean,
  unknown: readonly string[] = [],
): (names: readonly string[]) => string[] {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const replacements = new Map<string, readonly string[]>();
  const replaceOne = (name: string): readonly string[] => {
    const node = byName.get(name);
    if (!node) return unknown;
    if (isIncluded(name)) return [name];
    const known = replacements.get(name);
    if (known) return known;
    // Set before the recursion, so that a cycle of skipped nodes terminates.
    replacements.set(name, []);
    const found = replaceAll(node.dependsOn);
    replacements.set(name, found);
    return found;
  };
  const replaceAll = (names: readonly string[]) => [...new Set(names.flatMap(replaceOne))];
  return replaceAll;
}
