/** Types of the used part of the package, see `adaptivecards.d.ts`. */
export declare class Template {
  constructor(template: unknown);
  expand(context: { $root: unknown }): unknown;
}
