import type { Value } from './value.ts';

export class Tuple {
  readonly type = 'tuple';
  readonly items: readonly Value[];

  constructor(items: readonly Value[]) {
    this.items = items;
  }
}
