import type { Build } from '@millrace/contract/api';
import type { ReactNode } from 'react';
import { useState } from 'react';

/** The builds of a list that a person has selected, by number. */
interface BuildSelection {
  chosen: ReadonlyMap<number, Build>;
  choose: (builds: readonly Build[]) => void;
  /** Leaves the selection. */
  end: () => void;
}

/** A list of builds whose builds are selected. */
interface SelectableList {
  selection: BuildSelection;
  /** Builds that are shown. */
  shown: readonly Build[];
  /** Number of all builds of the list; undefined if it is not known. */
  total: number | undefined;
  /** Reads the builds of the whole list, newest first, up to a limit. */
  readAll: (limit: number) => Promise<Build[]>;
  /** Reads the list again: existing servers send no event for some changes. */
  refresh: () => void;
}

/** Renders what can be done with the selected builds. */
export type RenderSelected = (list: SelectableList) => ReactNode;

/** The selection of a list, null while nothing can be selected, and what changes it. */
export interface SelectableBuilds {
  selection: BuildSelection | null;
  toggle: (build: Build) => void;
  start: () => void;
}

export function useBuildSelection(): SelectableBuilds {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Build> | null>(null);
  const choose = (builds: readonly Build[]) =>
    setChosen(new Map(builds.map((build) => [build.number, build])));
  const toggle = (build: Build) =>
    setChosen((old) => {
      const next = new Map(old);
      if (!next.delete(build.number)) next.set(build.number, build);
      return next;
    });
  const end = () => setChosen(null);
  const selection: BuildSelection | null = chosen && { chosen, choose, end };
  return { selection, toggle, start: () => choose([]) };
}
