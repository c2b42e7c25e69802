import { NotFound } from '../features/session/not-found.tsx';

export function NotFoundRoute() {
  return <NotFound />;
}
