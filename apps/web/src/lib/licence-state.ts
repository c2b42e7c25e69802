import { servedConfig } from './page-config.ts';

declare global {
  interface Window {
    /** Injected by existing servers. */
    LICENSE_EXPIRED?: unknown;
    LICENSE_LIMIT_EXCEEDED?: unknown;
  }
}

export interface LicenceState {
  isExpired: boolean;
  isExceeded: boolean;
}

/** Reads the licence state of the server; null if there is nothing to report. */
export function readLicenceState(): LicenceState | null {
  const isExpired = servedConfig?.licenseExpired ?? isSet(window.LICENSE_EXPIRED);
  const isExceeded = servedConfig?.licenseLimitExceeded ?? isSet(window.LICENSE_LIMIT_EXCEEDED);
  return isExpired || isExceeded ? { isExpired, isExceeded } : null;
}

/** Existing servers write `false`, as a boolean or a string, if there is no problem. */
function isSet(value: unknown): boolean {
  return value === true || value === 'true';
}
