import http from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { ByteStream } from '@millrace/build-host/files/measured-content';
import { StoreAwayError } from '@millrace/contract/api-errors';
import type { ProxySettings } from '@millrace/node-kit/proxies';
import type { S3Settings } from '../config/object-store-settings.ts';
import { checkKey, LostObjectError, type ObjectBody, type ObjectStore } from './object-store.ts';
import { TailStream, tailOf } from './tail-stream.ts';

const connectMs = 3000;
/** Default of the SDK. */
const maxSockets = 50;
/** Time limits of calls. */
const usualTimes = {
  /** Objects in memory have at most about 16 MB. */
  putMs: 60_000,
  /** Time limit for uploading a stream. */
  streamMs: 20 * 60_000,
  /** Time in which the store must take the next piece of a stream, or confirm the last one. */
  stallMs: 60_000,
  shortMs: 10_000,
};

const ignore = () => {};
const silent = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

export function createS3Client(settings: S3Settings): S3Client {
  const { region, endpoint, credentials, isPathStyle, proxies } = settings;
  return new S3Client({
    ...(region ? { region } : {}),
    ...(endpoint ? { endpoint } : {}),
    // Without credentials in the settings, the SDK searches profiles and the instance metadata.
    ...(credentials ? { credentials } : {}),
    forcePathStyle: isPathStyle,
    // Compatible services do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectMs, ...(proxies ? agentsFor(proxies) : {}) },
    // Failures are thrown, and logged by the caller.
    logger: silent,
  });
}

/** Stores objects in a bucket of S3, or of a compatible service. */
export class S3Store implements ObjectStore {
  private readonly client: S3Client;
  private readonly settings: S3Settings;
  private readonly times: typeof usualTimes;

  constructor(settings: S3Settings, times: Partial<typeof usualTimes> = {}) {
    this.settings = settings;
    this.times = { ...usualTimes, ...times };
    this.client = createS3Client(settings);
  }

  async put(key: string, body: ObjectBody, signal?: AbortSignal): Promise<void> {
    if (body instanceof Uint8Array) {
      await this.putBytes(key, body, signal);
      await this.verify(key, { size: body.length, tail: tailOf(body) }, signal);
    } else {
      const stream = new TailStream(body);
      await this.putStream(key, stream, signal);
      await this.verify(key, stream, signal);
    }
  }

  private async putBytes(key: string, body: Uint8Array, signal?: AbortSignal): Promise<void> {
    const command = new PutObjectCommand({ ...this.objectOf(key), Body: body });
    await this.attempt(
      key,
      this.times.putMs,
      (abortSignal) => this.client.send(command, { abortSignal }),
      signal,
    );
  }

  /** Uploads a stream. The SDK ignores errors of the stream, so they abort the call here. */
  private async putStream(key: string, bytes: ByteStream, signal?: AbortSignal): Promise<void> {
    const failed = new AbortController();
    const stall = setTimeout(
      () => failed.abort(new StoreAwayError('no answer in time', { isRefusal: false })),
      this.times.stallMs,
    );
    const moving = async function* () {
      for await (const piece of bytes) {
        stall.refresh();
        yield piece;
      }
      stall.refresh();
    };
    const Body = Readable.from(moving(), { objectMode: false });
    Body.on('error', (error) => failed.abort(error));
    const command = new PutObjectCommand({
      ...this.objectOf(key),
      Body,
      ContentLength: bytes.size,
    });
    const ends = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
    try {
      await this.attempt(
        key,
        this.times.streamMs,
        (abortSignal) => this.client.send(command, { abortSignal }),
        ends,
      );
    } catch (error) {
      throw failed.signal.aborted ? failed.signal.reason : error;
    } finally {
      clearTimeout(stall);
      Body.destroy();
    }
  }

  /** Reads the size and the last bytes back, because a broken store may accept uploads without storing them. */
  private async verify(
    key: string,
    { size, tail }: Pick<TailStream, 'size' | 'tail'>,
    signal?: AbortSignal,
  ): Promise<void> {
    // An empty object has no byte ranges.
    const range = size > 0 ? { Range: `bytes=${size - tail.length}-${size - 1}` } : {};
    const command = new GetObjectCommand({ ...this.objectOf(key), ...range });
    const read = async (abortSignal: AbortSignal) => {
      const answer = await this.client.send(command, { abortSignal });
      const stored = (await answer.Body?.transformToByteArray()) ?? new Uint8Array();
      const storedSize = answer.ContentRange?.split('/')[1] ?? answer.ContentLength;
      if (Number(storedSize) !== size || Buffer.compare(stored, tail) !== 0) {
        throw new LostObjectError(key);
      }
    };
    try {
      await this.attempt(key, this.times.shortMs, read, signal);
    } catch (cause) {
      if (!(cause instanceof LostObjectError)) throw cause;
      throw new StoreAwayError('it did not store an upload', { cause, isRefusal: true });
    }
  }

  get(key: string, from: number, to: number): Promise<Uint8Array> {
    const command = new GetObjectCommand({
      ...this.objectOf(key),
      Range: `bytes=${from}-${to - 1}`,
    });
    return this.attempt(key, this.times.shortMs, async (abortSignal) => {
      const { Body } = await this.client.send(command, { abortSignal });
      const bytes = await Body?.transformToByteArray();
      if (bytes?.length !== to - from) throw new LostObjectError(key);
      return bytes;
    });
  }

  async delete(key: string, signal?: AbortSignal): Promise<void> {
    const command = new DeleteObjectCommand(this.objectOf(key));
    await this.attempt(
      key,
      this.times.shortMs,
      (abortSignal) => this.client.send(command, { abortSignal }),
      signal,
    );
  }

  close(): void {
    this.client.destroy();
  }

  private objectOf(key: string): { Bucket: string; Key: string } {
    const { bucket, prefix } = this.settings;
    return { Bucket: bucket, Key: prefix + checkKey(key) };
  }

  private async attempt<Result>(
    key: string,
    ms: number,
    job: (signal: AbortSignal) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const tooLate = AbortSignal.timeout(ms);
    const ended = signal ? AbortSignal.any([tooLate, signal]) : tooLate;
    const aborted = Promise.withResolvers<never>();
    const abort = () => aborted.reject(ended.reason);
    ended.addEventListener('abort', abort, { once: true });
    try {
      // The SDK does not end the content of an answer that stalls.
      return await Promise.race([job(ended), aborted.promise]);
    } catch (error) {
      throw toStoreError(key, error);
    } finally {
      ended.removeEventListener('abort', abort);
    }
  }
}

/** Error codes for a missing object or range. */
const lost = ['NoSuchKey', 'InvalidRange'];
/** Statuses of temporary failures. */
const passing = [408, 429];
/** Errors that the SDK throws before it calls the store. */
const ownRefusals = ['CredentialsProviderError', 'InvalidBucketName'];
const missingRegion = 'Region is missing';

function toStoreError(key: string, error: unknown): Error {
  if (!(error instanceof Error) || error instanceof LostObjectError) return error as Error;
  if (error instanceof S3ServiceException) {
    if (lost.includes(error.name)) return new LostObjectError(key);
    const status = error.$metadata.httpStatusCode ?? 500;
    const isRefusal = status < 500 && !passing.includes(status);
    return new StoreAwayError(nameOf(error), { cause: error, isRefusal });
  }
  const isRefusal = ownRefusals.includes(error.name) || error.message === missingRegion;
  return new StoreAwayError(nameOf(error), { cause: error, isRefusal });
}

/** Returns the part of an error that may be shown, without addresses and bucket names. */
function nameOf(error: Error): string {
  if (error.message === missingRegion) return missingRegion;
  if (['AbortError', 'TimeoutError'].includes(error.name)) return 'no answer in time';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** Creates agents that use the proxies. The SDK's own agents ignore them. */
function agentsFor(proxies: ProxySettings) {
  const options = { keepAlive: true, maxSockets, proxyEnv: { ...proxies } };
  return { httpAgent: new http.Agent(options), httpsAgent: new https.Agent(options) };
}
