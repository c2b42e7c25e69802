import { Mutable } from './mutable.ts';
import type { Value } from './value.ts';

export class List extends Mutable {
  readonly type = 'list';
  readonly items: Value[];

  constructor(items: Value[]) {
    super();
    this.items = items;
  }
}
