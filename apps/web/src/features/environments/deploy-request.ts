import type { Build } from '@millrace/contract/api';

/** Values that the dialog for deployments shows first. */
export interface DeployRequest {
  action: 'promote' | 'rollback';
  target: string;
  build: Build;
}
