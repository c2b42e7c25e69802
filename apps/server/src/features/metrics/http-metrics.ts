import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';

/** Label of requests that match no route, such as those of scanners. */
const noRoute = 'none';
const buckets = [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60];

/** Counts and times the requests of an application by route. */
export function countRequests(registry: Registry, app: FastifyInstance): void {
  const registers = [registry];
  const requests = new Counter({
    name: 'millrace_http_requests_total',
    help: 'Requests by method, route and status',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  });
  const seconds = new Histogram({
    name: 'millrace_http_request_duration_seconds',
    help: 'Time from a request to the end of its response, by route; streams and long polls last long',
    labelNames: ['route'] as const,
    buckets,
    registers,
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? noRoute;
    requests.inc({ method: request.method, route, status: reply.statusCode });
    seconds.observe({ route }, reply.elapsedTime / 1000);
  });
}
