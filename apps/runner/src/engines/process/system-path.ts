/**
 * Contains system programs only: a step could replace others, for example to keep a hidden folder visible.
 */
export const systemPath = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };
