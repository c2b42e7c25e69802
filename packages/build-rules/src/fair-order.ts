import TinyQueue from 'tinyqueue';
import { isClaimed, isQueued, type QueuedStage } from './queue.ts';

type Place = Pick<QueuedStage, 'repoId' | 'namespace' | 'priority'>;

/** Stages of one repository and priority that wait for a runner. */
export interface Line<Stage> {
  priority: number;
  /** Owner of the repository: an organization, or a person. */
  namespace: string;
  repoId: number;
  /** Number of claimed stages of the repository with this priority. */
  claimed: number;
  /** Number of claimed stages of all repositories of the owner with this priority. */
  claimedOfOwner: number;
  /** Oldest first. */
  stages: readonly AgedStage<Stage>[];
}

interface AgedStage<Stage> {
  stage: Stage;
  /** Number of older stages in the whole queue. */
  age: number;
}

/** Returns growing numbers that show when someone was served last; 0 for never. */
export interface Served {
  repo: (repoId: number) => number;
  owner: (namespace: string) => number;
}

/** The next stage of a line. */
interface Head<Stage> {
  line: Line<Stage>;
  at: number;
  next: AgedStage<Stage>;
}

/** The lines of one owner and priority. */
interface Owner<Stage> {
  priority: number;
  namespace: string;
  claimed: number;
  /** Number of stages that went before. */
  taken: number;
  heads: TinyQueue<Head<Stage>>;
}

/**
 * Returns the order in which the queue is assigned to runners. Owners take turns, so that a thousand builds of one
 * organization do not delay another, and so do the repositories of an owner. First are the stages of the highest
 * priority; among them those of the owner with the fewest claimed stages; then those of the owner that was served longest
 * ago; then the oldest. Stages of other priorities do not count.
 *
 * @param open every unfinished stage, oldest first
 */
export function fairOrder<Stage extends QueuedStage>(
  open: readonly Stage[],
  served: Served,
): Stage[] {
  const lines = formLines(open.filter(isQueued), open.filter(isClaimed));
  // Stages that are not in the queue come last.
  return [...takeTurns(lines, served), ...open.filter((stage) => !isQueued(stage))];
}

/**
 * Forms the lines of a queue.
 *
 * @param queued oldest first
 * @param running the stages that runners have claimed
 */
export function formLines<Stage extends Place>(
  queued: readonly Stage[],
  running: readonly Place[],
): Line<Stage>[] {
  const lines = new Map<string, Line<Stage> & { stages: AgedStage<Stage>[] }>();
  const lineOf = ({ repoId, namespace, priority }: Place) => {
    const key = `${priority} ${repoId}`;
    const known = lines.get(key);
    if (known) return known;
    const stages: AgedStage<Stage>[] = [];
    const line = { priority, namespace, repoId, claimed: 0, claimedOfOwner: 0, stages };
    lines.set(key, line);
    return line;
  };
  const claimed = new Map<string, number>();
  for (const stage of running) {
    lineOf(stage).claimed++;
    claimed.set(ownerKey(stage), (claimed.get(ownerKey(stage)) ?? 0) + 1);
  }
  for (const [age, stage] of queued.entries()) lineOf(stage).stages.push({ stage, age });
  for (const line of lines.values()) line.claimedOfOwner = claimed.get(ownerKey(line)) ?? 0;
  return [...lines.values()];
}

/** Yields the stages of lines in turns. The next one is found without sorting all of them. */
export function* takeTurns<Stage>(lines: readonly Line<Stage>[], served: Served): Generator<Stage> {
  const owners = new TinyQueue(formOwners(lines, served), (one, other) =>
    compareOwners(one, other, served),
  );
  for (let owner = owners.pop(); owner; owner = owners.pop()) {
    const head = owner.heads.pop();
    if (!head) continue;
    yield head.next.stage;
    pushHead(owner, head.line, head.at + 1);
    owner.taken++;
    if (owner.heads.length > 0) owners.push(owner);
  }
}

function formOwners<Stage>(lines: readonly Line<Stage>[], served: Served): Owner<Stage>[] {
  const owners = new Map<string, Owner<Stage>>();
  for (const line of lines) {
    const { priority, namespace, claimedOfOwner: claimed } = line;
    const owner = owners.get(ownerKey(line)) ?? {
      priority,
      namespace,
      claimed,
      taken: 0,
      heads: new TinyQueue<Head<Stage>>([], (one, other) => compareHeads(one, other, served)),
    };
    owners.set(ownerKey(line), owner);
    pushHead(owner, line, 0);
  }
  return [...owners.values()].filter(({ heads }) => heads.length > 0);
}

function pushHead<Stage>(owner: Owner<Stage>, line: Line<Stage>, at: number): void {
  const next = line.stages[at];
  if (next) owner.heads.push({ line, at, next });
}

function compareOwners<Stage>(one: Owner<Stage>, other: Owner<Stage>, { owner }: Served): number {
  return (
    other.priority - one.priority ||
    one.claimed + one.taken - (other.claimed + other.taken) ||
    owner(one.namespace) - owner(other.namespace) ||
    ageOf(one) - ageOf(other)
  );
}

function compareHeads<Stage>(one: Head<Stage>, other: Head<Stage>, { repo }: Served): number {
  return (
    one.line.claimed + one.at - (other.line.claimed + other.at) ||
    repo(one.line.repoId) - repo(other.line.repoId) ||
    one.next.age - other.next.age
  );
}

function ageOf<Stage>({ heads }: Owner<Stage>): number {
  return heads.peek()?.next.age ?? 0;
}

function ownerKey({ priority, namespace }: Omit<Place, 'repoId'>): string {
  return `${priority} ${namespace}`;
}
