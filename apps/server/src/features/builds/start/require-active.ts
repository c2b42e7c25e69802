import { badRequest } from '@millrace/contract/api-errors';
import type { Repo } from '../../../domain/repo.ts';

export function requireActive(repo: Repo): void {
  if (!repo.active) throw badRequest('This repository is not active', 'wrong_state');
}
