/** A stage with the names of those that it depends on. */
interface Dependent {
  name: string;
  depends_on?: string[] | undefined;
}

/**
 * Lists the stages that a stage depends on, directly or indirectly: the farthest first, so that outputs of nearer
 * ones replace theirs.
 */
export function findAncestors<Stage extends Dependent>(
  stages: readonly Stage[],
  name: string,
): Stage[] {
  const found: Stage[] = [];
  const visited = new Set([name]);
  let names = [name];
  while (names.length > 0) {
    const wanted = stages
      .filter((stage) => names.includes(stage.name))
      .flatMap(({ depends_on = [] }) => depends_on);
    names = [...new Set(wanted)].filter((each) => !visited.has(each));
    for (const each of names) visited.add(each);
    found.push(...stages.filter((stage) => names.includes(stage.name)));
  }
  return found.toReversed();
}
