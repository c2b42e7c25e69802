/** Licence of the product. */
export const licenceUrl = 'https://www.apache.org/licenses/LICENSE-2.0';

/**
 * Pages about the licence of the server. Only servers that require a licence report problems with it;
 * Millrace does not.
 */
export const serverLicence = {
  learnMore: 'https://docs.drone.io/enterprise/',
  purchase: 'https://www.drone.io/enterprise/',
} as const;
