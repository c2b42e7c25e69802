interface Waiting<Job> {
  job: Job;
  drop: () => void;
}

/**
 * A bounded queue that serves its places round-robin. If it is full, the place with the most jobs loses one to
 * a place with fewer.
 */
export class FairQueue<Job> {
  private readonly size: number;
  /** Places in the order of their turns. */
  private readonly places = new Map<string, Waiting<Job>[]>();
  private length = 0;

  constructor(size: number) {
    this.size = size;
  }

  /** Adds a job. Returns false if there is no room. Calls `drop` if the job is evicted later. */
  add(place: string, job: Job, drop: () => void): boolean {
    const waiting = this.places.get(place) ?? [];
    if (this.length >= this.size && !this.makeRoom(waiting.length + 1)) return false;
    waiting.push({ job, drop });
    this.places.set(place, waiting);
    this.length++;
    return true;
  }

  /** Removes and returns the next job. */
  take(): Job | undefined {
    const [next] = this.places;
    if (!next) return undefined;
    const [place, waiting] = next;
    const first = waiting.shift();
    this.places.delete(place);
    if (waiting.length > 0) this.places.set(place, waiting);
    this.length--;
    return first?.job;
  }

  private makeRoom(wanted: number): boolean {
    let longest: Waiting<Job>[] = [];
    for (const waiting of this.places.values()) {
      if (waiting.length > longest.length) longest = waiting;
    }
    if (longest.length <= wanted) return false;
    longest.pop()?.drop();
    this.length--;
    return true;
  }
}
