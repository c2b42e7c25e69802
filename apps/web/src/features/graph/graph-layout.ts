import dagre from '@dagrejs/dagre';
import type { Build, Stage, Step } from '@millrace/contract/api';
import type { Status } from '@millrace/contract/vocabulary';

/** Width and height of what is drawn, in pixels. */
export const nodeSize = { width: 80, height: 36 } as const;
export const markerSize = 30;

const gap = { beside: 24, between: 48 } as const;
const rowsGap = 72;

export interface GraphNode {
  id: string;
  kind: 'stage' | 'step' | 'start' | 'stop';
  name: string;
  status: Status | null;
  stage: number;
  step: number;
  isSelected: boolean;
  canSelect: boolean;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface GraphEdge {
  id: string;
  source: string;
  target: string;
}

interface Selected {
  stage: number;
  step: number;
}

const closed: ReadonlySet<Status> = new Set(['skipped', 'declined', 'waiting_on_dependencies']);

type Unplaced = Omit<GraphNode, 'x' | 'y' | 'width' | 'height'>;

/** The stages of a build above, the steps of its selected stage below, each from a start to a stop. */
export function layOutBuild(
  build: Build,
  selected: Selected,
): { nodes: GraphNode[]; edges: GraphEdge[] } {
  const stages = build.stages ?? [];
  const current = stages.find((stage) => stage.number === selected.stage);
  const top = layOut(
    'stage',
    stages.map((stage) => stageNode(stage, selected)),
    stages,
  );
  if (!current?.steps?.length) return top;
  const bottom = layOut(
    'step',
    current.steps.map((step) => stepNode(current, step, selected)),
    withOrder(current.steps),
  );
  const height = Math.max(...top.nodes.map((node) => node.y + node.height));
  const lowered = bottom.nodes.map((node) => ({ ...node, y: node.y + height + rowsGap }));
  return { nodes: [...top.nodes, ...lowered], edges: [...top.edges, ...bottom.edges] };
}

function stageNode({ name, number, status }: Stage, selected: Selected): Unplaced {
  return {
    id: `stage:${name}`,
    kind: 'stage',
    name,
    status,
    stage: number,
    step: 1,
    isSelected: number === selected.stage,
    canSelect: !closed.has(status),
  };
}

function stepNode(stage: Stage, { name, number, status }: Step, selected: Selected): Unplaced {
  return {
    id: `step:${name}`,
    kind: 'step',
    name,
    status,
    stage: stage.number,
    step: number,
    isSelected: number === selected.step,
    canSelect: !closed.has(status),
  };
}

interface Ordered {
  name: string;
  depends_on?: string[] | undefined;
}

/** Steps of servers that name no dependencies run one after the other. */
function withOrder(steps: readonly Step[]): Ordered[] {
  if (steps.some((step) => step.depends_on?.length)) return [...steps];
  return steps.map(({ name }, at) => ({
    name,
    depends_on: at > 0 ? [steps[at - 1]?.name ?? ''] : [],
  }));
}

function layOut(kind: 'stage' | 'step', unplaced: Unplaced[], order: readonly Ordered[]) {
  const names = new Set(order.map(({ name }) => name));
  const depended = new Set<string>();
  const start = marker(kind, 'start');
  const stop = marker(kind, 'stop');
  const edges: GraphEdge[] = [];
  const connect = (source: string, target: string) =>
    edges.push({ id: `${source}→${target}`, source, target });
  for (const { name, depends_on: dependsOn = [] } of order) {
    const known = dependsOn.filter((dependency) => names.has(dependency));
    for (const dependency of known) {
      depended.add(dependency);
      connect(`${kind}:${dependency}`, `${kind}:${name}`);
    }
    if (known.length === 0) connect(start.id, `${kind}:${name}`);
  }
  for (const { name } of order) if (!depended.has(name)) connect(`${kind}:${name}`, stop.id);
  return place([start, ...unplaced, stop], edges);
}

function place(unplaced: Unplaced[], edges: GraphEdge[]) {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: gap.beside, ranksep: gap.between });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const node of unplaced) graph.setNode(node.id, sizeOf(node));
  for (const { source, target } of edges) graph.setEdge(source, target);
  dagre.layout(graph);
  const nodes = unplaced.map((node): GraphNode => {
    const { x, y } = graph.node(node.id);
    const size = sizeOf(node);
    return { ...node, ...size, x: x - size.width / 2, y: y - size.height / 2 };
  });
  return { nodes, edges };
}

function sizeOf({ kind }: Unplaced) {
  const isMarker = kind === 'start' || kind === 'stop';
  return isMarker ? { width: markerSize, height: markerSize } : { ...nodeSize };
}

function marker(kind: 'stage' | 'step', end: 'start' | 'stop'): Unplaced {
  return {
    id: `${end}:${kind}`,
    kind: end,
    name: '',
    status: null,
    stage: 0,
    step: 0,
    isSelected: false,
    canSelect: false,
  };
}
