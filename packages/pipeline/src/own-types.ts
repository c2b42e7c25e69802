/**
 * Types that Millrace runners support. Other types are for third-party runners, whose keys are unknown here.
 */
export const ownTypes: readonly string[] = ['docker', 'exec', 'kubernetes'];
