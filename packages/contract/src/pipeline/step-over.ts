interface Node {
  name: string;
  dependsOn: readonly string[];
}

/**
 * Makes a function that replaces, in a list of dependencies, each one that was left out by what it
 * depends on itself; one that does not exist is replaced by `unknown`.
 */
export function createStepOver(
  nodes: readonly Node[],
  isKept: (name: string) => boolean,
  unknown: readonly string[] = [],
): (names: readonly string[]) => string[] {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const stoodFor = new Map<string, readonly string[]>();
  const replaceOne = (name: string): readonly string[] => {
    const node = byName.get(name);
    if (!node) return unknown;
    if (isKept(name)) return [name];
    const known = stoodFor.get(name);
    if (known) return known;
    // Set before it is worked out, so that a circle of nodes that were left out ends.
    stoodFor.set(name, []);
    const found = replaceAll(node.dependsOn);
    stoodFor.set(name, found);
    return found;
  };
  const replaceAll = (names: readonly string[]) => [...new Set(names.flatMap(replaceOne))];
  return replaceAll;
}
