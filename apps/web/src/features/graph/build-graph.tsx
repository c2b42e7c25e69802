import { Maximize, Minus, Plus } from 'lucide';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Icon } from '../../ui/icon.tsx';
import { graphMessages } from './messages.ts';
import '@xyflow/react/dist/base.css';
import type { Build } from '@millrace/contract/api';
import {
  Background,
  BaseEdge,
  type Edge,
  type EdgeProps,
  Handle,
  type Node,
  type NodeProps,
  Panel,
  Position,
  ReactFlow,
  ReactFlowProvider,
  type Rect,
  useReactFlow,
  useStore,
  useViewport,
} from '@xyflow/react';
import {
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { waitingMessages } from '../../domain-ui/waiting-messages.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import css from './build-graph.module.css';
import { type GraphLayout, layOutGraph } from './graph-layout.ts';
import { describeNodes, type GraphNode } from './graph-nodes.ts';
import { foldableMatrices, type GraphStructure, structureOf } from './graph-structure.ts';
import { fitOptions, moveIntoView, onScreen, openingViewport } from './graph-viewport.ts';
import { textWidth } from './text-width.ts';

interface BuildGraphProps {
  build: Pick<Build, 'stages'>;
  stage: number;
  step: number;
  onStage: (stage: number) => void;
  onStep: (stage: number, step: number) => void;
}

type FlowNode = Node<{ node: GraphNode; select: () => void }>;
type FlowEdge = Edge<{ path: string }>;

/** Change of the zoom for each click, in percentage points. */
const zoomStep = 20;
/** Distance that an arrow key pans the graph, in pixels. */
const keyStep = 60;
const arrows: Record<string, [x: number, y: number]> = {
  ArrowLeft: [keyStep, 0],
  ArrowRight: [-keyStep, 0],
  ArrowUp: [0, keyStep],
  ArrowDown: [0, -keyStep],
};
const nodeTypes = { item: Item, marker: Marker };
const edgeTypes = { around: EdgeAround };
/** Disables the library's hints on moving and deleting nodes: here, nodes are buttons. */
const noHints = {
  'node.a11yDescription.default': '',
  'node.a11yDescription.keyboardDisabled': '',
  'edge.a11yDescription.default': '',
};
const silentEdge = { focusable: false, domAttributes: { 'aria-hidden': true } } as const;

/** Renders the dependencies between the stages of a build and between the steps of the selected stage. */
export function BuildGraph(props: BuildGraphProps) {
  return (
    <ReactFlowProvider>
      <Graph {...props} />
    </ReactFlowProvider>
  );
}

function Graph({ build, stage, step, onStage, onStep }: BuildGraphProps) {
  const text = useTexts(graphMessages);
  const waiting = useTexts(waitingMessages);
  const [unfolded, setUnfolded] = useState<readonly string[]>([]);
  const matrices = foldableMatrices(build);
  const folded = matrices.filter((name) => !unfolded.includes(name));
  // A running build changes often, but its layout rarely does.
  const structure = JSON.stringify(structureOf(build, stage, folded));
  const layout = useMemo(
    () => layOutGraph(JSON.parse(structure) as GraphStructure, textWidth),
    [structure],
  );
  const bounds = useMemo(() => boundsOf(layout.nodes), [layout]);
  const edges = useMemo(() => layout.edges.map(toFlowEdge), [layout]);
  const nodes = describeNodes(layout.nodes, build, { stage, step }, waiting).map(
    (node): FlowNode => ({
      id: node.id,
      type: node.kind === 'start' || node.kind === 'stop' ? 'marker' : 'item',
      position: { x: node.x, y: node.y },
      width: node.width,
      height: node.height,
      data: {
        node,
        select: () => {
          if (node.matrix !== undefined) setUnfolded([...unfolded, node.matrix]);
          // The steps of a stage that is selected already stay.
          if (node.kind === 'step') onStep(node.stage, node.step);
          else if (node.matrix === undefined || !node.isSelected) onStage(node.stage);
        },
      },
    }),
  );
  const { onKeyDown, onFocus } = useGraphKeys(layout.nodes);
  return (
    <section
      className={css.graph}
      aria-label={text.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        minZoom={0.2}
        maxZoom={3}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        ariaLabelConfig={noHints}
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={20} />
        <ZoomControls bounds={bounds} folded={folded.length} />
        {matrices.length > 0 && (
          <Panel position="top-left">
            <Button
              size="small"
              onClick={() => setUnfolded(folded.length < matrices.length ? [] : matrices)}
            >
              {folded.length < matrices.length ? text.fold : text.unfold}
            </Button>
          </Panel>
        )}
      </ReactFlow>
    </section>
  );
}

function toFlowEdge({ path, ...edge }: GraphLayout['edges'][number]): FlowEdge {
  return { ...edge, ...silentEdge, type: 'around', data: { path } };
}

/** Pans the graph with the arrow keys, and scrolls a node into view when it receives the focus. */
function useGraphKeys(nodes: GraphLayout['nodes']) {
  const { getViewport, setViewport } = useReactFlow();
  const move = (x: number, y: number) => {
    const now = getViewport();
    if (x !== 0 || y !== 0) void setViewport({ ...now, x: now.x + x, y: now.y + y });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [x, y] = arrows[event.key] ?? [];
    if (x === undefined || y === undefined || event.altKey || event.ctrlKey || event.metaKey)
      return;
    event.preventDefault();
    move(x, y);
  };
  // The library resets the browser's own scrolling, so the position is computed from the layout.
  const onFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    const id = target.closest('.react-flow__node')?.getAttribute('data-id');
    const node = nodes.find((placed) => placed.id === id);
    if (!node) return;
    const { clientWidth: width, clientHeight: height } = currentTarget;
    const by = moveIntoView(onScreen(node, getViewport()), { width, height });
    move(by.x, by.y);
  };
  return { onKeyDown, onFocus };
}

function boundsOf(nodes: readonly Rect[]): Rect {
  const x = Math.min(...nodes.map((node) => node.x));
  const y = Math.min(...nodes.map((node) => node.y));
  const right = Math.max(...nodes.map((node) => node.x + node.width));
  const bottom = Math.max(...nodes.map((node) => node.y + node.height));
  return { x, y, width: right - x, height: bottom - y };
}

interface ZoomControlsProps {
  bounds: Rect;
  /** Number of matrices that are folded: the graph is fitted again when it changes. */
  folded: number;
}

function ZoomControls({ bounds, folded }: ZoomControlsProps) {
  const text = useTexts(graphMessages);
  const { fitView, setViewport, zoomTo } = useReactFlow();
  const { zoom } = useViewport();
  const percent = Math.round(zoom * 100);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const open = useEffectEvent(
    (view: { width: number; height: number }) => void setViewport(openingViewport(bounds, view)),
  );
  useEffect(() => {
    if (width > 0 && height > 0 && folded >= 0) open({ width, height });
  }, [width, height, folded]);
  const change = (by: number) => void zoomTo(Math.max(20, percent + by) / 100);
  return (
    <Panel position="bottom-right" className={css.controls}>
      <IconButton kind="secondary" label={text.fit} onClick={() => void fitView(fitOptions)}>
        <Icon icon={Maximize} size={14} />
      </IconButton>
      <Button
        size="small"
        aria-label={`${percent} %, ${text.reset}`}
        title={text.reset}
        onClick={() => void zoomTo(1)}
      >
        {percent} %
      </Button>
      <IconButton kind="secondary" label={text.zoomIn} onClick={() => change(zoomStep)}>
        <Icon icon={Plus} size={14} />
      </IconButton>
      <IconButton kind="secondary" label={text.zoomOut} onClick={() => change(-zoomStep)}>
        <Icon icon={Minus} size={14} />
      </IconButton>
    </Panel>
  );
}

function EdgeAround({ data }: EdgeProps<FlowEdge>) {
  return <BaseEdge path={data?.path ?? ''} />;
}

function Item({ data: { node, select } }: NodeProps<FlowNode>) {
  const text = useTexts(graphMessages);
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={false} className={css.handle} />
      <button
        type="button"
        className={css.item}
        aria-pressed={node.isSelected}
        disabled={!node.canSelect}
        title={node.note ?? (node.matrix === undefined ? node.name : text.unfolds(node.matrix))}
        data-kind={node.kind}
        onClick={select}
      >
        {node.status && <StatusIcon status={node.status} size={12} />}
        <span>{node.label}</span>
      </button>
      <Handle
        type="source"
        position={Position.Right}
        isConnectable={false}
        className={css.handle}
      />
    </>
  );
}

function Marker({ data: { node } }: NodeProps<FlowNode>) {
  const isStart = node.kind === 'start';
  return (
    <>
      <span className={css.marker} data-kind={node.kind} aria-hidden="true" />
      <Handle
        type={isStart ? 'source' : 'target'}
        position={isStart ? Position.Right : Position.Left}
        isConnectable={false}
        className={css.handle}
      />
    </>
  );
}
