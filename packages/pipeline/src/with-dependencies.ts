/** Returns nodes of a graph and everything that they depend on, directly or indirectly. */
export function withDependencies<Node>(
  first: Iterable<Node>,
  listDependencies: (node: Node) => readonly Node[],
): Set<Node> {
  const found = new Set(first);
  for (const node of found) for (const next of listDependencies(node)) found.add(next);
  return found;
}
