import type { FastifyRequest } from 'fastify';
import type { User } from '../../../domain/user.ts';
import { addressKey } from '../../../shared/address-key.ts';
import type { ScanCaller } from './log-scanner.ts';

/** Returns the caller of a scan. Guests are identified by address. */
export function callerOf(viewer: User | null, request: FastifyRequest): ScanCaller {
  const callerKey = viewer ? `account ${viewer.id}` : `address ${addressKey(request.ip)}`;
  return { callerKey, gone: request.signal };
}
