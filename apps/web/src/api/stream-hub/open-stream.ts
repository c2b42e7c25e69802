import { servedConfig } from '../../lib/page-config.ts';
import { type EventStreamHandlers, openEventStream } from '../event-stream.ts';
import { sharesConnection } from '../use-may-stream.ts';

const loadClient = () => import('./hub-client.ts');

/** Whether the windows of this browser must share streams, and can. */
const sharesStreams = !sharesConnection && 'SharedWorker' in globalThis;
/** Id of the account, 0 for a guest. Undefined if the server does not report it with the page. */
const account = servedConfig?.session === false ? 0 : servedConfig?.account;

/** Opens an event stream, which windows of the same account share where connections are few. */
export function openLiveStream(url: string, handlers: EventStreamHandlers): () => void {
  if (!sharesStreams || account === undefined) return openEventStream(url, handlers);
  return whenLoaded(
    ({ openSharedStream }) => openSharedStream(url, account, handlers),
    () => openEventStream(url, handlers),
  );
}

/** Requests a turn to open a log stream, which is granted at once where connections are not few. */
export function awaitTurn(onTurn: (hasTurn: boolean) => void): () => void {
  const grant = () => {
    onTurn(true);
    return () => {};
  };
  return sharesStreams ? whenLoaded(({ requestTurn }) => requestTurn(onTurn), grant) : grant();
}

type Client = Awaited<ReturnType<typeof loadClient>>;

function whenLoaded(open: (client: Client) => () => void, fallback: () => () => void): () => void {
  let isClosed = false;
  let close = () => {};
  const start = (begin: () => () => void) => {
    if (!isClosed) close = begin();
  };
  loadClient().then(
    (client) => start(() => open(client)),
    () => start(fallback),
  );
  return () => {
    isClosed = true;
    close();
  };
}
