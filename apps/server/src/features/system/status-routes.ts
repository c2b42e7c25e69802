import { getSystemStatus, listSettings } from '@millrace/contract/api';
import type { Setting } from '../../config/list-settings.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { SystemStatusReader } from './system-status.ts';

export function registerStatusRoutes(
  routes: ApiRoutes,
  status: SystemStatusReader,
  settings: readonly Setting[],
): void {
  routes.session(getSystemStatus, () => status.read());
  routes.session(listSettings, () =>
    settings.map(({ name, value, isSecret, isSet, usual, text }) => ({
      name,
      value,
      secret: isSecret,
      set: isSet,
      default: usual,
      text,
    })),
  );
}
