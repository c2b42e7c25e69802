import dagre from '@dagrejs/dagre';
import { type Point, pathThrough } from './edge-path.ts';
import type { GraphItem, GraphStructure } from './graph-structure.ts';

/** Height of a stage or step, and limits of its width, in pixels. */
export const nodeSize = { height: 36, minWidth: 80, maxWidth: 280 } as const;
/** Icon, gap and padding beside the text of a node, in pixels. */
const besideText = 32;
export const markerSize = 30;

const gap = { beside: 24, between: 48 } as const;
const rowsGap = 72;

type Row = 'stage' | 'step';

interface Unplaced {
  id: string;
  row: Row;
  kind: Row | 'matrix' | 'start' | 'stop';
  name: string;
  width: number;
  height: number;
}

export interface PlacedNode extends Unplaced {
  x: number;
  y: number;
}

interface GraphEdge {
  id: string;
  source: string;
  target: string;
  /** SVG path data. It avoids the nodes between source and target. */
  path: string;
}

export interface GraphLayout {
  nodes: PlacedNode[];
  edges: GraphEdge[];
}

/**
 * Lays out the stages of a build, and below them the steps of the selected stage. Each row has a start and a
 * stop node. Nodes are as wide as their texts.
 */
export function layOutGraph(
  { stages, steps }: GraphStructure,
  textWidth: (text: string) => number,
): GraphLayout {
  const sizeOf = ({ text }: GraphItem) => ({
    height: nodeSize.height,
    width: Math.min(
      nodeSize.maxWidth,
      Math.max(nodeSize.minWidth, Math.ceil(textWidth(text)) + besideText),
    ),
  });
  const top = layOutRow('stage', stages, 0, sizeOf);
  if (steps.length === 0) return top;
  const height = Math.max(...top.nodes.map((node) => node.y + node.height));
  const bottom = layOutRow('step', steps, height + rowsGap, sizeOf);
  return { nodes: [...top.nodes, ...bottom.nodes], edges: [...top.edges, ...bottom.edges] };
}

function layOutRow(
  row: Row,
  order: readonly GraphItem[],
  top: number,
  sizeOf: (item: GraphItem) => { width: number; height: number },
): GraphLayout {
  const names = new Set(order.map(({ name }) => name));
  const depended = new Set<string>();
  const marker = { row, name: '', width: markerSize, height: markerSize };
  const start: Unplaced = { ...marker, id: `start:${row}`, kind: 'start' };
  const stop: Unplaced = { ...marker, id: `stop:${row}`, kind: 'stop' };
  const edges: Omit<GraphEdge, 'path'>[] = [];
  const connect = (source: string, target: string) =>
    edges.push({ id: `${source}→${target}`, source, target });
  for (const { name, depends_on: dependsOn } of order) {
    const known = dependsOn.filter((dependency) => names.has(dependency));
    for (const dependency of known) {
      depended.add(dependency);
      connect(`${row}:${dependency}`, `${row}:${name}`);
    }
    if (known.length === 0) connect(start.id, `${row}:${name}`);
  }
  for (const { name } of order) if (!depended.has(name)) connect(`${row}:${name}`, stop.id);
  const items = order.map((item): Unplaced => {
    const { name } = item;
    return {
      id: `${row}:${name}`,
      row,
      kind: item.isMatrix ? 'matrix' : row,
      name,
      ...sizeOf(item),
    };
  });
  return place([start, ...items, stop], edges, top);
}

function place(
  unplaced: Unplaced[],
  connections: Omit<GraphEdge, 'path'>[],
  top: number,
): GraphLayout {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: gap.beside, ranksep: gap.between });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, width, height } of unplaced) graph.setNode(id, { width, height });
  for (const { source, target } of connections) graph.setEdge(source, target);
  dagre.layout(graph);
  const nodes = unplaced.map((node): PlacedNode => {
    const { x, y } = graph.node(node.id);
    return { ...node, x: x - node.width / 2, y: top + y - node.height / 2 };
  });
  const byId = new Map(nodes.map((node) => [node.id, node]));
  // All nodes of a column have the same centre.
  const columns = new Map<number, number>();
  for (const { x, width } of nodes) {
    const centre = x + width / 2;
    columns.set(centre, Math.max(width, columns.get(centre) ?? 0));
  }
  const edges = connections.flatMap((edge): GraphEdge[] => {
    const source = byId.get(edge.source);
    const target = byId.get(edge.target);
    if (!source || !target) return [];
    const points: Point[] = graph.edge(edge.source, edge.target).points;
    const passed = [...columns]
      .filter(([x]) => x > source.x + source.width && x < target.x)
      .sort(([a], [b]) => a - b)
      .map(([x, width]) => ({ x, y: top + heightAt(points, x), width }));
    return [{ ...edge, path: pathThrough(source, passed, target) }];
  });
  return { nodes, edges };
}

/** Returns the y coordinate of an edge at a column. The layout has reserved that position. */
function heightAt(points: readonly Point[], x: number): number {
  const after = points.findIndex((point) => point.x >= x);
  const to = points[after] ?? points.at(-1);
  const from = points[after - 1] ?? to;
  if (!from || !to || to.x === from.x) return to?.y ?? 0;
  return from.y + ((to.y - from.y) * (x - from.x)) / (to.x - from.x);
}
