/** Weight and size of the names in `build-graph.module.css`. */
const font = '500 11px';
let context: CanvasRenderingContext2D | null;

/** Returns the width of a name in the graph, in pixels. */
export function textWidth(text: string): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return 0;
  context.font = `${font} ${getComputedStyle(document.body).fontFamily}`;
  return context.measureText(text).width;
}
