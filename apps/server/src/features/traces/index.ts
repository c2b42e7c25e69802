import type { CreateFeature } from '../../feature.ts';
import { TraceExporter } from './trace-exporter.ts';

/** Traces of builds for OpenTelemetry. */
export const traces: CreateFeature = (core, ports) => {
  const { config, buildChanges: changes } = core;
  const { traces: settings } = config;
  return {
    jobs: { exportTraces: settings && new TraceExporter({ ...core, changes, ports, settings }) },
  };
};
