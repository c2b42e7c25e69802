/**
 * `PATH` with system programs only. A step could replace other programs, for example to keep a hidden folder
 * visible.
 */
export const systemPath = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };
