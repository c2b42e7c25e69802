import { Secret, TOTP } from 'otpauth';

/** Returns the code that an authenticator app shows. */
export function totpCode(secret: string, timeMs = Date.now()): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: timeMs });
}
