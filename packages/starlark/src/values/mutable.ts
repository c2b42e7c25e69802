import { Failure } from '../errors.ts';

/** What can be changed, until it is frozen and while nothing goes through it. */
export abstract class Mutable {
  abstract readonly type: string;
  frozen = false;
  iterators = 0;

  checkMutable(action: string): void {
    if (this.frozen) throw new Failure(`cannot ${action} a frozen ${this.type}`);
    if (this.iterators > 0)
      throw new Failure(`cannot ${action} a ${this.type} while it is iterated over`);
  }
}
