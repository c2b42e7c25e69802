import { isUnmerged } from '@millrace/build-host/builds/is-of-fork';
import type { PipelineReader } from '@millrace/build-host/pipeline-files/pipeline-reader';
import type { Build } from '@millrace/contract/api';
import { StageRefusal } from '@millrace/contract/api-errors';
import type { StageDetails, WithheldSecret } from '@millrace/contract/runner';
import type { Clock } from '@millrace/node-kit/clock';
import type { SecretUse } from '@millrace/pipeline';
import type { Repo } from '../../domain/repo.ts';
import { decryptDroneValue } from '../../shared/drone-cipher.ts';
import type { Sealer } from '../../shared/sealer.ts';
import type { PipelineKeys } from './pipeline-keys.ts';
import type { Secret } from './secret.ts';
import {
  describeForbiddenParameter,
  describeForbiddenUse,
  withholdingLimit,
} from './secret-limits.ts';
import type { SecretStore } from './secret-store.ts';

/** Maximum age of the recorded last use of a secret while it is in use. */
const lastUsedSec = 60;

type SecretHolder = Pick<Repo, 'id' | 'slug' | 'namespace' | 'forge' | 'uid'>;

export interface SecretStage {
  build: Pick<Build, 'number' | 'params' | 'event' | 'ref' | 'target' | 'source_repo'>;
  config: string;
  /** Name of the stage, which is that of its pipeline in the file. */
  name: string;
}

interface Deps {
  store: SecretStore;
  sealer: Sealer;
  keys: PipelineKeys;
  /** Finds the key that the repository had on a Drone server. */
  findImportedKey: (repoId: number) => Promise<string | undefined>;
  pipelineReader: PipelineReader;
  clock: Clock;
}

/** A secret by the name that the file gives it: one of the server, or a value in the file. */
interface Found {
  name: string;
  stored?: Secret;
  data: () => string;
}

/**
 * Lists the secrets that a stage uses and may use: those of the repository, of its organization, of the whole
 * server, and of the pipeline file. Secrets in the file are encrypted values, or other names for secrets of the
 * first three. If several have the same name, the first one is used, even if the build may not use it. Secrets
 * that the file takes from outside of the server are not included.
 */
export function createStageSecrets(deps: Deps) {
  const { store, sealer, keys, findImportedKey, pipelineReader, clock } = deps;
  return async (
    repo: SecretHolder,
    { build, config, name: pipeline }: SecretStage,
  ): Promise<Pick<StageDetails, 'secrets' | 'withheldSecrets'>> => {
    const { documents, uses } = await pipelineReader.run(repo.slug, {
      name: 'readSecrets',
      input: [config, pipeline],
    });
    const isGuarded = isUnmerged(build.event, build.source_repo, repo.slug);
    const user = { ...build, isUnmerged: isGuarded };
    const found = new Map<string, Found | null>();
    const withheld: WithheldSecret[] = [];
    for (const row of await listRows(repo)) {
      if (found.has(row.name)) continue;
      const limit = withholdingLimit(row, user);
      found.set(row.name, limit === undefined ? opened(row) : null);
      if (limit !== undefined) withheld.push({ name: row.name, limit });
    }
    const decrypt = await createDecrypt(repo, documents);
    for (const { name, data, externalName, externalPath } of documents) {
      // A secret with a path is stored elsewhere, whatever secret of the server has its name.
      if (externalPath !== undefined) found.set(name, null);
      if (found.has(name)) continue;
      if (externalName !== undefined) {
        const original = found.get(externalName);
        if (original) found.set(name, { ...original, name });
        continue;
      }
      // A pull request could print an encrypted value, and no setting allows that.
      const value = isGuarded ? undefined : decrypt(data);
      if (value !== undefined) found.set(name, { name, data: () => value });
    }
    const used = [...found.values()].flatMap((secret) =>
      secret && usesOf(secret.name, uses).length > 0 ? secret : [],
    );
    for (const secret of used) refuseForbiddenUse(secret, uses, build);
    await recordUse(used, build);
    // A pull request could otherwise find out which secrets exist.
    const named = isGuarded ? [] : withheld.filter(({ name }) => isNamed(name, uses));
    return {
      secrets: used.map(({ name, data, stored }) => ({
        name,
        data: data(),
        ...(stored?.images.length ? { isForImages: true } : {}),
      })),
      ...(named.length > 0 ? { withheldSecrets: named } : {}),
    };
  };

  /** Returns a function that decrypts values in the file, also those that Drone encrypted. */
  async function createDecrypt(repo: SecretHolder, documents: readonly { data: string }[]) {
    const repoSealer = keys.sealerOf(repo);
    const imported = documents.some(({ data }) => data)
      ? await findImportedKey(repo.id)
      : undefined;
    return (data: string) =>
      repoSealer.tryOpen(data) ??
      (imported && decryptDroneValue(imported, Buffer.from(data, 'base64')));
  }

  async function listRows({ id, namespace }: SecretHolder): Promise<Secret[]> {
    const scopes = [{ repoId: id }, { namespace }, 'server'] as const;
    return (await Promise.all(scopes.map((scope) => store.list(scope)))).flat();
  }

  function opened(row: Secret): Found {
    return { name: row.name, stored: row, data: () => sealer.open(row.sealed) };
  }

  async function recordUse(used: readonly Found[], { number }: { number: number }): Promise<void> {
    const at = clock.nowSec();
    const since = at - lastUsedSec;
    const due = used.flatMap(({ stored }) => (stored && stored.lastUsed < since ? stored.id : []));
    await store.recordUse(due, { at, build: number, since });
  }
}

function refuseForbiddenUse(
  { name, stored }: Found,
  uses: readonly SecretUse[],
  { params }: Pick<Build, 'params'>,
): void {
  const images = stored?.images ?? [];
  if (images.length === 0) return;
  const reason =
    describeForbiddenUse(name, images, usesOf(name, uses)) ??
    describeForbiddenParameter(name, images, params);
  if (reason !== undefined) throw new StageRefusal(reason);
}

function isNamed(name: string, uses: readonly SecretUse[]): boolean {
  return uses.some(({ secret }) => secret === name.toLowerCase());
}

/** Lists the uses of a name, including those of a name that only the runner knows. */
function usesOf(name: string, uses: readonly SecretUse[]): SecretUse[] {
  const folded = name.toLowerCase();
  return uses.filter(({ secret }) => secret === folded || secret.includes('$'));
}
