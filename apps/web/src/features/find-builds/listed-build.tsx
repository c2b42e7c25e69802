import { BuildRow, type BuildRowProps } from './build-row.tsx';
import { SelectRow } from './select-row.tsx';
import type { SelectableBuilds } from './use-build-selection.ts';

interface ListedBuildProps extends BuildRowProps {
  builds: SelectableBuilds;
}

/** A build of a list: a link to it, or its checkbox while builds are selected. */
export function ListedBuild({ builds: { selection, toggle }, ...row }: ListedBuildProps) {
  const { slug, build } = row;
  if (!selection) return <BuildRow {...row} />;
  return (
    <SelectRow
      {...{ slug, build }}
      isChosen={selection.chosen.has(build.number)}
      onToggle={() => toggle(build)}
    />
  );
}
