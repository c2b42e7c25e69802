/**
 * Gives the running user the files of a workspace: `own` makes it their owner, and `share` lets every user write them
 * while steps of other users need them too.
 */
export type ChangeFiles = (goal: 'own' | 'share') => Promise<void>;

export const rootUser = '0';
/** The user of files and steps that an earlier runner or a cache has left. */
export const unknownUser = 'unknown';

/** A step in the workspace. */
export interface WorkspaceUse {
  /** Whether git may refuse the workspace, because it belongs to another user. */
  readonly needsTrust: boolean;
  /** Gives the user of the step the files, unless it has them. Called directly before the step starts. */
  takeFiles(change: ChangeFiles): Promise<void>;
  leave(): void;
}

/**
 * Decides when the files of a workspace need another owner. Steps of the same user, the usual case, cost nothing, because
 * a change takes as long as a walk over all files.
 */
export class WorkspaceUsers {
  /** Users to whom files may belong. The sources belong to root. */
  private readonly owners = new Set([rootUser]);
  private readonly uses = new Map<WorkspaceUse, string>();
  private lastChange: Promise<void> = Promise.resolve();

  /** Registers a step. Others do not lose files to each other while it is registered. */
  enter(user: string): WorkspaceUse {
    const use: WorkspaceUse = {
      needsTrust: this.mayBelongToOthers(user),
      takeFiles: (change) => {
        this.lastChange = this.lastChange
          .catch(() => undefined)
          .then(() => this.takeFiles(user, change));
        return this.lastChange;
      },
      leave: () => void this.uses.delete(use),
    };
    this.uses.set(use, user);
    return use;
  }

  /** Called when there are files of unknown owners, such as those of a cache. They stay so for root. */
  addUnknown(): void {
    this.owners.add(unknownUser);
  }

  /** Files stay with another user if steps of both run together. */
  private mayBelongToOthers(user: string): boolean {
    const users = [...this.owners, ...this.uses.values()];
    return users.some((other) => other !== user && other !== unknownUser);
  }

  private hasOthers(user: string): boolean {
    return [...this.uses.values()].some((other) => other !== user);
  }

  private async takeFiles(user: string, change: ChangeFiles): Promise<void> {
    const ignored = user === rootUser ? unknownUser : user;
    if ([...this.owners].every((owner) => owner === user || owner === ignored)) return;
    this.owners.add(user);
    if (this.hasOthers(user)) {
      // Root may write the files of every user.
      if (user !== rootUser) await change('share');
      return;
    }
    await change('own');
    this.owners.clear();
    this.owners.add(user);
  }
}
