import { text } from '../../lib/i18n/texts.ts';

/** Texts about badges. */
export const badgeMessages = {
  title: text('Badges', '徽章'),
  preview: text('Build status', '构建状态'),
  syntax: text('Syntax', '语法'),
  branch: text('Branch', '分支'),
  snippet: text('Snippet', '代码片段'),
  seenByOthers: text('Others see', '其他人看到'),
  seenImage: text('Build status as others see it', '其他人看到的构建状态'),
  unsignedNote: text(
    'Only people who may read this repository see the status. A signed address shows it to everybody who has the address, and nothing else.',
    '只有可读取此仓库的人能看到状态。签名地址会向任何拥有该地址的人显示状态，且仅显示状态。',
  ),
  signedNote: text(
    'The address is signed for this branch: everybody who has it sees the status.',
    '此地址已为该分支签名：任何拥有该地址的人都能看到状态。',
  ),
  sign: text('Sign the address', '签名地址'),
  signFailed: text(
    (message: string) => `Unable to sign the address: ${message}`,
    (message) => `无法签名地址：${message}`,
  ),
  revoke: text('Withdraw signed addresses', '撤销签名地址'),
  revokeQuestion: text('Withdraw all signed addresses?', '撤销所有签名地址？'),
  revokeDetail: text(
    'Badges of this repository in other places show an unknown status until their address is replaced.',
    '其他地方的此仓库徽章将显示未知状态，直到替换其地址。',
  ),
  revoked: text('Signed addresses are no longer valid', '签名地址已失效'),
  revokeFailed: text(
    (message: string) => `Unable to withdraw the addresses: ${message}`,
    (message) => `无法撤销地址：${message}`,
  ),
};
