import { readFileSync } from 'node:fs';
import { z } from 'zod/mini';

const dashboardFile = new URL('../../../deploy/dashboards/millrace.json', import.meta.url);
const dashboard = z.object({
  panels: z.array(
    z.object({
      title: z.string(),
      targets: z.optional(z.array(z.object({ expr: z.string() }))),
    }),
  ),
});

/** Lists the queries of the dashboard with the variables that Grafana would insert. */
export function listDashboardQueries(): { title: string; query: string }[] {
  const { panels } = dashboard.parse(JSON.parse(readFileSync(dashboardFile, 'utf8')));
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({
      title,
      query: expr.replaceAll('$job', 'millrace').replaceAll('$__rate_interval', '1m'),
    })),
  );
}
