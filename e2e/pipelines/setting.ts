import type { Admin } from '../support/admin.ts';
import type { Millrace } from '../support/millrace.ts';

/** What all scenarios have in common. */
export interface Setting {
  millrace: Millrace;
  admin: Admin;
  /** Texts that stand for what is known only now, `@folder@` for one. */
  places: Record<string, string>;
  readTemplate: (name: string) => Promise<string>;
}
