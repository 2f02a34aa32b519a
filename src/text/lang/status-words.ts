// The status of a run, in words. "Done" is not among them: it is said of merged and closed work only.

const words: Readonly<Record<'en' | 'ja', Readonly<Record<string, string>>>> = {
  en: {
    running: 'running',
    interrupted: 'interrupted',
    succeeded: 'succeeded',
    awaiting: 'waiting for an answer',
    partial: 'partly finished',
    stuck: 'stuck',
    failed: 'failed',
    escalated: 'needs a decision',
    refused: 'refused',
    cancelled: 'cancelled',
    infra_error: 'could not run',
    error: 'failed (internal error)',
  },
  ja: {
    running: '実行中',
    interrupted: '中断',
    succeeded: '成功',
    awaiting: '回答待ち',
    partial: '一部終了',
    stuck: '行き詰まり',
    failed: '失敗',
    escalated: '判断待ち',
    refused: '拒否',
    cancelled: '取り消し',
    infra_error: '実行できず',
    error: '失敗（内部エラー）',
  },
};

/** A status that is not in the table is returned as it is. */
export const statusWord = (lang: 'en' | 'ja', status: string): string =>
  Object.hasOwn(words[lang], status) ? (words[lang][status] ?? status) : status;
