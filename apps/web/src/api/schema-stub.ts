/**
 * Stands in for `zod/mini` in the browser, which takes types from the contract's schemas but never
 * validates: that saves six kilobytes of the first download. Every use of it leads back to it.
 */
export const z: unknown = new Proxy(() => {}, { get: () => z, apply: () => z });
