import { getSystemStatus, listSettings } from '@millrace/contract/api';
import type { Setting } from '../../config/config.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { SystemStatusReader } from './system-status.ts';

export function registerStatusRoutes(
  routes: ApiRoutes,
  status: SystemStatusReader,
  settings: readonly Setting[],
): void {
  routes.session(getSystemStatus, () => status.read());
  routes.session(listSettings, () =>
    settings.map(({ name, value, isSecret, isSet }) => ({
      name,
      value,
      secret: isSecret,
      set: isSet,
    })),
  );
}
