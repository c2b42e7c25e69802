import { text } from '../../lib/i18n/texts.ts';

/** Texts of the graph of stages. */
export const graphMessages = {
  label: text('Stages and steps as a graph', '阶段和步骤图'),
  fit: text('Zoom to fit', '缩放以适应'),
  reset: text('Reset zoom', '重置缩放'),
  zoomIn: text('Zoom in', '放大'),
  zoomOut: text('Zoom out', '缩小'),
};
