import '@xyflow/react/dist/base.css';
import type { Build } from '@millrace/contract/api';
import {
  Background,
  type Edge,
  Handle,
  type Node,
  type NodeProps,
  Panel,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
  useViewport,
} from '@xyflow/react';
import { useEffect, useMemo, useRef } from 'react';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { FitIcon, MinusIcon } from '../../ui/build-icons.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import css from './build-graph.module.css';
import { type GraphNode, layOutBuild } from './graph-layout.ts';

interface BuildGraphProps {
  build: Build;
  stage: number;
  step: number;
  onStage: (stage: number) => void;
  onStep: (stage: number, step: number) => void;
}

type FlowNode = Node<{ node: GraphNode; select: () => void }>;

/** Percent that a press changes the zoom by. */
const zoomStep = 20;
const fitOptions = { maxZoom: 1.4 };
const nodeTypes = { item: Item, marker: Marker };
/** Nodes are buttons here: the library's hints on how to move and delete them would be wrong. */
const noHints = {
  'node.a11yDescription.default': '',
  'node.a11yDescription.keyboardDisabled': '',
  'edge.a11yDescription.default': '',
};
const silentEdge = { focusable: false, domAttributes: { 'aria-hidden': true } } as const;

/** The stages of the build and the steps of the selected one, and what waits for what. */
export function BuildGraph(props: BuildGraphProps) {
  return (
    <ReactFlowProvider>
      <Graph {...props} />
    </ReactFlowProvider>
  );
}

function Graph({ build, stage, step, onStage, onStep }: BuildGraphProps) {
  const { graph: text } = usePageMessages();
  const layout = useMemo(() => layOutBuild(build, { stage, step }), [build, stage, step]);
  const nodes = layout.nodes.map(
    (node): FlowNode => ({
      id: node.id,
      type: node.kind === 'stage' || node.kind === 'step' ? 'item' : 'marker',
      position: { x: node.x, y: node.y },
      width: node.width,
      height: node.height,
      data: {
        node,
        select: () => (node.kind === 'stage' ? onStage(node.stage) : onStep(node.stage, node.step)),
      },
    }),
  );
  const edges: Edge[] = layout.edges.map((edge) => ({ ...edge, ...silentEdge }));
  return (
    <section className={css.graph} aria-label={text.label}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        fitView
        fitViewOptions={fitOptions}
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
        <ZoomControls />
      </ReactFlow>
    </section>
  );
}

function ZoomControls() {
  const { graph: text } = usePageMessages();
  const { fitView, zoomTo } = useReactFlow();
  const { zoom } = useViewport();
  const percent = Math.round(zoom * 100);
  const size = useStore(({ width, height }) => `${width}×${height}`);
  const seenSize = useRef(size);
  useEffect(() => {
    if (seenSize.current !== size) void fitView(fitOptions);
    seenSize.current = size;
  }, [size, fitView]);
  const change = (by: number) => void zoomTo(Math.max(20, percent + by) / 100);
  return (
    <Panel position="bottom-right" className={css.controls}>
      <IconButton kind="secondary" label={text.fit} onClick={() => void fitView(fitOptions)}>
        <FitIcon size={14} />
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
        <PlusIcon size={14} />
      </IconButton>
      <IconButton kind="secondary" label={text.zoomOut} onClick={() => change(-zoomStep)}>
        <MinusIcon size={14} />
      </IconButton>
    </Panel>
  );
}

function Item({ data: { node, select } }: NodeProps<FlowNode>) {
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={false} className={css.handle} />
      <button
        type="button"
        className={css.item}
        aria-pressed={node.isSelected}
        disabled={!node.canSelect}
        title={node.name}
        onClick={select}
      >
        {node.status && <StatusIcon status={node.status} size={12} />}
        <span>{node.name}</span>
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
