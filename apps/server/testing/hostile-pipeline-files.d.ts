/** Creates files that use this share of the limits. Each one is expensive for another part of the parser. */
export declare const hostileFilesOf: (share: number) => Record<string, string>;
/** The most expensive files that the limits allow. */
export declare const hostileFiles: Record<string, string>;
/** A branch that is expensive to match against these patterns. */
export declare const hostileBranch: string;
/** Files that exceed one limit each, by the name of the limit. */
export declare const excessiveFiles: Record<string, string>;
