import { text } from '../../lib/i18n/texts.ts';

/** Texts of the graph of stages. */
export const graphMessages = {
  label: text('Stages and steps as a graph', '阶段和步骤图'),
  fit: text('Zoom to fit', '缩放以适应'),
  reset: text('Reset zoom', '重置缩放'),
  zoomIn: text('Zoom in', '放大'),
  fold: text('Fold matrices', '折叠矩阵'),
  unfold: text('Unfold matrices', '展开矩阵'),
  unfolds: text(
    (matrix: string) => `Show all stages of ${matrix}`,
    (matrix) => `显示 ${matrix} 的所有阶段`,
  ),
  zoomOut: text('Zoom out', '缩小'),
};
