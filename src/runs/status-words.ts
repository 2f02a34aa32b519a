// Run status in words, and all run messages by language.
import type { Language } from '../text/lang/index.js';

const words: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    running: 'running',
    interrupted: 'interrupted',
    succeeded: 'succeeded',
    awaiting: 'waiting for an answer',
    partial: 'partly done',
    stuck: 'stuck',
    failed: 'failed',
    escalated: 'escalated to a person',
    refused: 'refused',
    cancelled: 'cancelled',
    infra_error: 'could not run',
    error: 'failed by a fault of crew',
  },
  ja: {
    running: '実行中',
    interrupted: '中断',
    succeeded: '成功',
    awaiting: '回答待ち',
    partial: '一部完了',
    stuck: '行き詰まり',
    failed: '失敗',
    escalated: '人の判断待ち',
    refused: '拒否',
    cancelled: '取り消し',
    infra_error: '実行できず',
    error: 'crew の不具合',
  },
};

/** A status that is not in the table is shown as it is. */
export const statusWord = (lang: Language, status: string): string => words[lang][status] ?? status;
