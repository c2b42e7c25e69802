/** As for `adaptivecards`. */
export declare class Template {
  constructor(template: unknown);
  expand(context: { $root: unknown }): unknown;
}
