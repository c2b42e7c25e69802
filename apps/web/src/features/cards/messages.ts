import { text } from '../../lib/i18n/texts.ts';

/** Texts about cards. */
export const cardMessages = {
  none: text('NO ADAPTIVE CARDS FOUND', '没有自适应卡片'),
  loading: text('LOADING...', '加载中…'),
  loadingCard: text('CARD LOADING...', '卡片加载中…'),
  error: text('CARD ERROR', '卡片错误'),
};
