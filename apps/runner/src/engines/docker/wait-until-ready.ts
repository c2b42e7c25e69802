import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadyCheck } from '@millrace/contract/pipeline';
import type Docker from 'dockerode';
import { quoteShell } from '../../shared/quote-shell.ts';

const pauseMs = 250;
/** Exit code of a check that the image cannot run. */
const unableExitCode = 93;
const maxRequestSec = 5;

/**
 * Waits until a started container passes its check. The check runs inside of the container, because the runner may
 * be on another machine or in another network. Rejects if `signal` aborts first.
 */
export async function waitUntilReady(
  container: Docker.Container,
  check: ReadyCheck,
  signal: AbortSignal,
): Promise<void> {
  const script = scriptOf(check);
  for (;;) {
    const exitCode = await runInside(container, script, signal);
    if (exitCode === 0) return;
    if (exitCode === unableExitCode) {
      throw new Error(
        'ready.http needs wget or curl in the image of the service; use command or tcp',
      );
    }
    await sleep(pauseMs, undefined, { signal });
  }
}

function scriptOf(check: ReadyCheck): string {
  if (check.kind === 'command') return `set -e\n${check.commands.join('\n')}\n`;
  return check.kind === 'tcp' ? listenScript(check.port) : requestScript(check);
}

/** Looks for a listening socket that is not bound to the loopback address. */
function listenScript(port: number): string {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  return `for file in /proc/net/tcp /proc/net/tcp6; do
  [ -r "$file" ] || continue
  while read -r _ place _ state _; do
    case "$place $state" in
      0100007F:*|00000000000000000000000001000000:*) ;;
      *:${hex}\\ 0A) exit 0 ;;
    esac
  done < "$file"
done
exit 1
`;
}

function requestScript({ port, path }: { port: number; path: string }): string {
  const url = quoteShell(`http://127.0.0.1:${port}${path}`);
  return `unset http_proxy HTTP_PROXY
if command -v wget > /dev/null; then wget -q -O /dev/null ${url} &
elif command -v curl > /dev/null; then curl -fs -o /dev/null ${url} &
else exit ${unableExitCode}
fi
request=$!
(sleep ${maxRequestSec}; kill "$request") > /dev/null 2>&1 &
wait "$request"
`;
}

async function runInside(
  container: Docker.Container,
  script: string,
  signal: AbortSignal,
): Promise<number> {
  const exec = await container.exec({ Cmd: ['/bin/sh', '-c', script] });
  await exec.start({ Detach: true });
  for (;;) {
    const { Running, ExitCode } = await exec.inspect();
    if (!Running) return ExitCode ?? 1;
    await sleep(pauseMs, undefined, { signal });
  }
}
