// The Japanese texts of `ask`, for rules/answer.ts.

import type { Messages } from './messages.en.js';

export const ja = {
  evidence: '根拠（確認済み）',
  open: '分からなかったこと',
  dropped: (count) => `行が存在しない根拠 ${count} 件を除きました。`,
} satisfies Messages;
