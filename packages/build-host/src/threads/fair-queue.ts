interface Waiting<Job> {
  job: Job;
  drop: () => void;
}

/**
 * A bounded queue that serves its keys round-robin. If it is full, the key with the most jobs loses one to
 * a key with fewer.
 */
export class FairQueue<Job> {
  private readonly size: number;
  /** Keys in the order of their turns. */
  private readonly keys = new Map<string, Waiting<Job>[]>();
  private length = 0;

  constructor(size: number) {
    this.size = size;
  }

  /** Adds a job. Returns false if there is no room. Calls `drop` if the job is evicted later. */
  add(key: string, job: Job, drop: () => void): boolean {
    const waiting = this.keys.get(key) ?? [];
    if (this.length >= this.size && !this.makeRoom(waiting.length + 1)) return false;
    waiting.push({ job, drop });
    this.keys.set(key, waiting);
    this.length++;
    return true;
  }

  /** Removes and returns the next job. */
  take(): Job | undefined {
    const [next] = this.keys;
    if (!next) return undefined;
    const [key, waiting] = next;
    const first = waiting.shift();
    this.keys.delete(key);
    if (waiting.length > 0) this.keys.set(key, waiting);
    this.length--;
    return first?.job;
  }

  private makeRoom(wanted: number): boolean {
    let longest: Waiting<Job>[] = [];
    for (const waiting of this.keys.values()) {
      if (waiting.length > longest.length) longest = waiting;
    }
    if (longest.length <= wanted) return false;
    longest.pop()?.drop();
    this.length--;
    return true;
  }
}
