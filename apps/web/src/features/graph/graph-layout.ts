import dagre from '@dagrejs/dagre';
import type { Build, Step } from '@millrace/contract/api';
import { type Point, pathThrough } from './edge-path.ts';

/** Size of a stage or step, in pixels. */
export const nodeSize = { width: 80, height: 36 } as const;
export const markerSize = 30;

const gap = { beside: 24, between: 48 } as const;
const rowsGap = 72;

type Row = 'stage' | 'step';

interface Unplaced {
  id: string;
  row: Row;
  kind: Row | 'start' | 'stop';
  name: string;
}

export interface PlacedNode extends Unplaced {
  x: number;
  y: number;
  width: number;
  height: number;
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

interface Ordered {
  name: string;
  depends_on?: string[] | undefined;
}

/** Input of the layout. It does not contain statuses, so it stays equal while the build runs. */
export interface GraphStructure {
  stages: Ordered[];
  /** Steps of the selected stage. */
  steps: Ordered[];
}

export function structureOf({ stages = [] }: Build, selectedStage: number): GraphStructure {
  const current = stages.find((stage) => stage.number === selectedStage);
  return {
    stages: stages.map(({ name, depends_on }) => ({ name, depends_on })),
    steps: withOrder(current?.steps ?? []),
  };
}

/** Runs steps in sequence if the server reports no dependencies. */
function withOrder(steps: readonly Step[]): Ordered[] {
  if (steps.some((step) => step.depends_on?.length))
    return steps.map(({ name, depends_on }) => ({ name, depends_on }));
  return steps.map(({ name }, at) => ({
    name,
    depends_on: at > 0 ? [steps[at - 1]?.name ?? ''] : [],
  }));
}

/**
 * Lays out the stages of a build, and below them the steps of the selected stage. Each row has a start and a
 * stop node.
 */
export function layOutGraph({ stages, steps }: GraphStructure): GraphLayout {
  const top = layOutRow('stage', stages, 0);
  if (steps.length === 0) return top;
  const height = Math.max(...top.nodes.map((node) => node.y + node.height));
  const bottom = layOutRow('step', steps, height + rowsGap);
  return { nodes: [...top.nodes, ...bottom.nodes], edges: [...top.edges, ...bottom.edges] };
}

function layOutRow(row: Row, order: readonly Ordered[], top: number): GraphLayout {
  const names = new Set(order.map(({ name }) => name));
  const depended = new Set<string>();
  const start: Unplaced = { id: `start:${row}`, row, kind: 'start', name: '' };
  const stop: Unplaced = { id: `stop:${row}`, row, kind: 'stop', name: '' };
  const edges: Omit<GraphEdge, 'path'>[] = [];
  const connect = (source: string, target: string) =>
    edges.push({ id: `${source}→${target}`, source, target });
  for (const { name, depends_on: dependsOn = [] } of order) {
    const known = dependsOn.filter((dependency) => names.has(dependency));
    for (const dependency of known) {
      depended.add(dependency);
      connect(`${row}:${dependency}`, `${row}:${name}`);
    }
    if (known.length === 0) connect(start.id, `${row}:${name}`);
  }
  for (const { name } of order) if (!depended.has(name)) connect(`${row}:${name}`, stop.id);
  const items = order.map(({ name }): Unplaced => ({ id: `${row}:${name}`, row, kind: row, name }));
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
  for (const node of unplaced) graph.setNode(node.id, { ...sizeOf(node) });
  for (const { source, target } of connections) graph.setEdge(source, target);
  dagre.layout(graph);
  const nodes = unplaced.map((node): PlacedNode => {
    const { x, y } = graph.node(node.id);
    const { width, height } = sizeOf(node);
    return { ...node, width, height, x: x - width / 2, y: top + y - height / 2 };
  });
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const columns = [...new Set(nodes.map((node) => node.x + node.width / 2))];
  const edges = connections.flatMap((edge): GraphEdge[] => {
    const source = byId.get(edge.source);
    const target = byId.get(edge.target);
    if (!source || !target) return [];
    const points: Point[] = graph.edge(edge.source, edge.target).points;
    const passed = columns
      .filter((x) => x > source.x + source.width && x < target.x)
      .sort((a, b) => a - b)
      .map((x) => ({ x, y: top + heightAt(points, x), width: nodeSize.width }));
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

function sizeOf({ kind }: Unplaced) {
  const isMarker = kind === 'start' || kind === 'stop';
  return isMarker ? { width: markerSize, height: markerSize } : nodeSize;
}
