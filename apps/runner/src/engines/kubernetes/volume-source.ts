import type { PipelineVolume, TemporaryVolume } from '@millrace/pipeline';

/** Returns the source of a volume of a Pod. */
export function volumeSource(volume: PipelineVolume): object {
  switch (volume.kind) {
    case 'host':
      return { hostPath: { path: volume.path } };
    case 'temp':
      return { emptyDir: emptyDir(volume) };
    case 'claim': {
      const { source, readOnly } = volume;
      return { persistentVolumeClaim: { claimName: source, readOnly } };
    }
    case 'config_map':
      return { configMap: { name: volume.source, ...filesOf(volume) } };
    case 'secret':
      return { secret: { secretName: volume.source, ...filesOf(volume) } };
    case 'downward_api':
      return { downwardAPI: { items: volume.items.map(fieldFile) } };
  }
}

function emptyDir({ inMemory, sizeLimit }: TemporaryVolume): object {
  return {
    ...(inMemory ? { medium: 'Memory' } : {}),
    ...(sizeLimit > 0 ? { sizeLimit: String(sizeLimit) } : {}),
  };
}

function filesOf({ mode, optional }: { mode: number | undefined; optional: boolean }): object {
  return { optional, ...(mode === undefined ? {} : { defaultMode: mode }) };
}

function fieldFile({ path, fieldPath }: { path: string; fieldPath: string }): object {
  return { path, fieldRef: { fieldPath } };
}
