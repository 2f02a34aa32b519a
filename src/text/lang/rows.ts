// The words for the status of a run, and the tables of `help` and `status`, which have the same form in every language. Used by en.ts,
// ja.ts, the messages of threads (thread/), and src/workflows/instant.ts.

import { code } from '../quote.js';
import { momentOf } from './times.js';

/** A command as help lists it. */
export interface CommandLine {
  readonly usage: string;
  readonly summary: string;
  /** Anyone may use it, without write access. */
  readonly open: boolean;
  /** Flags and arguments, with their defaults. */
  readonly explained: readonly { readonly name: string; readonly text: string }[];
  readonly example: string;
}

/** A run as `status` lists it. */
export interface RunLine {
  readonly run: string;
  readonly workflow: string;
  readonly status: string;
  readonly startedAt: string;
}

const STATUS_WORDS: Readonly<Record<'en' | 'ja', Readonly<Record<string, string>>>> = {
  en: {
    running: 'running',
    interrupted: 'interrupted',
    succeeded: 'succeeded',
    awaiting: 'waiting for an answer',
    awaiting_approval: 'waiting for approval',
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
    awaiting_approval: '承認待ち',
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

/** The word for a status. An unknown status is returned unchanged. */
export const statusWord = (lang: 'en' | 'ja', status: string): string =>
  Object.hasOwn(STATUS_WORDS[lang], status) ? (STATUS_WORDS[lang][status] ?? status) : status;

/** A command of crew as inline code. It needs no escaping, since crew wrote it. */
export const commandAsCode = (usage: string): string => `\`${usage}\``;

const escapePipes = (text: string): string => text.replaceAll('|', '\\|');

/** The row of a command in the table of `help`. */
export const commandRow = ({ usage, summary }: CommandLine): string =>
  `| ${escapePipes(commandAsCode(usage))} | ${summary} |`;

/** The table of flags and arguments, with a blank line before it; no lines if there are none. */
export const explainedTable = (
  [name, meaning]: readonly [string, string],
  explained: CommandLine['explained'],
): readonly string[] =>
  explained.length === 0
    ? []
    : [
        '',
        `| ${name} | ${meaning} |`,
        '|---|---|',
        ...explained.map((each) => `| ${escapePipes(commandAsCode(each.name))} | ${escapePipes(each.text)} |`),
      ];

/** The row of a run in the table of `status`. */
export const runRow =
  (word: (status: string) => string) =>
  ({ run, status, startedAt }: RunLine): string =>
    `| ${escapePipes(code(run))} | ${escapePipes(word(status))} | ${momentOf(startedAt)} |`;
