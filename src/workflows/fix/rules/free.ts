/** What an answer has cost that no model was asked for. */
export const FREE = {
  spent: { usd: 0, usage: { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 }, ms: 0 },
  turns: 0,
} as const;
