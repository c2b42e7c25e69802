// The API answered from memory, for tests of the web interface with and without a browser.
export { matcherOf } from './find-endpoint.ts';
export { lineEvent, MockApi, type SentEvent, usualConfig } from './mock-api.ts';
export { Refusal } from './refusal.ts';
export { sampleBisection } from './sample-bisection.ts';
export { logPath, publishUpdate, setBuild, setStep } from './set-build.ts';
export { setRepoTests, setTests } from './set-tests.ts';
export { setTrends } from './set-trends.ts';
