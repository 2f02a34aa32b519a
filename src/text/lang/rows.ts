// Tables of commands and of runs, which are the same in every language.

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

export interface RunLine {
  readonly run: string;
  readonly workflow: string;
  readonly status: string;
  readonly startedAt: string;
}

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

/** How a command is written. These are our own words, so they are shown whole. */
export const written = (usage: string): string => `\`${usage}\``;

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** A command in the table of help. */
export const commandRow = ({ usage, summary }: CommandLine): string => `| ${cell(written(usage))} | ${summary} |`;

/** Flags and arguments as a table, with a blank line before it; nothing where there are none. */
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
        ...explained.map((each) => `| ${cell(written(each.name))} | ${cell(each.text)} |`),
      ];

/** A run in the table of status. */
export const runRow =
  (word: (status: string) => string) =>
  ({ run, status, startedAt }: RunLine): string =>
    `| ${cell(code(run))} | ${cell(word(status))} | ${momentOf(startedAt)} |`;
