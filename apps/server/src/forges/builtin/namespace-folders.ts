import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Moves and deletes all repositories of a namespace in the data folder. Each step can be repeated. */
export class NamespaceFolders {
  private readonly root: string;
  private readonly removed: string;

  /** @param removed folder for repositories that are being deleted */
  constructor(root: string, removed: string) {
    this.root = root;
    this.removed = removed;
  }

  /** Lists repository names. Empty if the folder does not exist. */
  async list(namespace: string): Promise<string[]> {
    const entries = await entriesOf(join(this.root, namespace));
    return entries.filter((entry) => entry.endsWith('.git')).map((entry) => entry.slice(0, -4));
  }

  /**
   * Moves the repositories away first, so that they disappear at once for requests and for git processes that
   * still write.
   */
  async remove(namespace: string): Promise<void> {
    await rename(join(this.root, namespace), join(this.removed, randomUUID())).catch(allowAbsent);
    await this.empty();
  }

  async give(namespace: string, successor: string): Promise<void> {
    const [from, to] = [join(this.root, namespace), join(this.root, successor)];
    await mkdir(to, { recursive: true });
    for (const entry of await entriesOf(from)) await rename(join(from, entry), join(to, entry));
    await rmdir(from).catch(allowAbsent);
  }

  /** Deletes removed repositories, including those left by a crash. */
  async empty(): Promise<void> {
    for (const entry of await readdir(this.removed)) {
      await rm(join(this.removed, entry), { recursive: true, force: true, maxRetries: 5 });
    }
  }
}

async function entriesOf(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    allowAbsent(error);
    return [];
  });
}

function allowAbsent(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}
