import type { Admin } from '../support/admin.ts';
import type { Millrace } from '../support/millrace.ts';

/** Environment shared by all scenarios. */
export interface Setting {
  millrace: Millrace;
  admin: Admin;
  /** Values of placeholders that depend on the run, such as `@folder@`. */
  places: Record<string, string>;
  readTemplate: (name: string) => Promise<string>;
}
