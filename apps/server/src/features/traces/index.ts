import type { CreateFeature } from '../../feature.ts';
import { webhooksPort } from '../webhooks/port.ts';
import { createTraceExporter } from './trace-exporter.ts';

/** Traces of builds for OpenTelemetry. */
export const traces: CreateFeature = (core, ask) => {
  const { traces: settings } = core.config;
  return {
    jobs: {
      exportTraces:
        settings &&
        createTraceExporter({
          ...core,
          webhooksPort: ask(webhooksPort),
          settings,
        }),
    },
  };
};
