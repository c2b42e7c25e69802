import { Secret, TOTP } from 'otpauth';
import type { TotpProposal } from '../../domain/second-factor.ts';

/** 160 bits, as RFC 4226 recommends: 32 characters in base32. */
const secretBytes = 20;
/** Codes before and after the current one that are accepted, because clocks differ. */
const tolerance = 1;

/** @param issuer name of this server in the app */
export function proposeTotp(issuer: string, login: string): TotpProposal {
  const secret = new Secret({ size: secretBytes });
  const url = new TOTP({ issuer, label: login, secret }).toString();
  return { secret: secret.base32, url };
}

/** Returns the number of the time step of a code, or null if the code is wrong. */
export function findTotpStep(secret: string, code: string, nowMs: number): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: nowMs, window: tolerance });
  return delta === null ? null : totp.counter({ timestamp: nowMs }) + delta;
}
