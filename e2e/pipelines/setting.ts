import type { Admin } from '../support/admin.ts';
import type { Millrace } from '../support/millrace.ts';

/** Environment shared by all scenarios. */
export interface Setting {
  millrace: Millrace;
  admin: Admin;
  /** Texts that stand for what is known only now, `@folder@` for one. */
  places: Record<string, string>;
  readTemplate: (name: string) => Promise<string>;
}
