import type { ReadyCheck } from '@millrace/pipeline';
import { quoteShell } from '../shared/quote-shell.ts';

/** Exit code of a check that the image cannot run. */
export const unableExitCode = 93;
export const unableMessage =
  'ready.http needs wget or curl in the image of the service; use command or tcp';
const maxRequestSec = 5;

/** Returns a script for the container of a service, which succeeds if the service is ready. */
export function checkScript(check: ReadyCheck): string {
  if (check.kind === 'command') return `set -e\n${check.commands.join('\n')}\n`;
  return check.kind === 'tcp' ? listenScript(check.port) : requestScript(check);
}

/** Looks for a listening socket that is not bound to the loopback address. */
function listenScript(port: number): string {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  return `for file in /proc/net/tcp /proc/net/tcp6; do
  [ -r "$file" ] || continue
  while read -r _ address _ state _; do
    case "$address $state" in
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
