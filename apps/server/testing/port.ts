import { connect } from 'node:net';

/** Returns whether a program listens on a port of this machine, a moment later if none does. */
export function isPortOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (isReachable: boolean) => {
      socket.destroy();
      // Leaves time to a program that starts.
      setTimeout(() => resolve(isReachable), isReachable ? 0 : 20);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}
