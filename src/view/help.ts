// The help of the command line: for all commands, and for one. Pure.
import type { Parameter } from '../commands/define.js';
import type { CommandInfo } from '../commands/index.js';
import { type Language, messages } from '../text/lang/index.js';
import { columns, type Paint, width } from './terminal.js';

/** What help shows of a command. */
export interface Line {
  readonly usage: string;
  readonly summary: { readonly en: string; readonly ja: string };
  readonly explained: readonly Parameter[];
  /** As written in a comment, with its slash, or at the terminal. */
  readonly example: string;
  /** As typed at the terminal; absent if the command works in comments only. */
  readonly typed: string | undefined;
}

const WORDS = {
  en: {
    terminal: 'Terminal commands',
    thread: 'Commands for the terminal and for comments (there: /crew …; with a slash: comments only)',
    flags: 'Flags of every command',
    own: 'Flags and arguments',
    example: 'Example',
    comment: 'In a comment',
  },
  ja: {
    terminal: '端末のコマンド',
    thread: '端末とコメントのコマンド（コメントでは /crew … と書く。スラッシュつきはコメント専用）',
    flags: 'すべてのコマンドのフラグ',
    own: 'フラグと引数',
    example: '例',
    comment: 'コメントでは',
  },
} as const;

/** The flags that every command accepts. */
const COMMON: readonly Parameter[] = [
  {
    name: '--json',
    en: 'Print one JSON document on standard output. Default: text.',
    ja: '標準出力に JSON を1つ出す。既定: 文章。',
  },
  {
    name: '--dry-run',
    en: 'Show what would happen; change nothing. Default: off.',
    ja: '何が起きるかを示すだけで、何も変更しない。既定: オフ。',
  },
  {
    name: '--root DIR',
    en: 'The folder to work in. Default: this one.',
    ja: '対象のフォルダー。既定: 今のフォルダー。',
  },
  {
    name: '--repo OWNER/NAME',
    en: "The repository on GitHub. Default: the clone's own remote.",
    ja: 'GitHub のリポジトリ。既定: クローンのリモート。',
  },
  {
    name: '--issue N',
    en: 'The issue or pull request to work on. Default: none.',
    ja: '対象の Issue またはプルリクエスト。既定: なし。',
  },
  {
    name: '--run RUN',
    en: 'The run that an answer, an approval or `cancel` is for. Default: the only waiting run.',
    ja: '回答、承認、`cancel` の対象の実行。既定: 待っている唯一の実行。',
  },
  {
    name: '--yes',
    en: 'Confirm without a question. Default: off.',
    ja: '質問なしで確認する。既定: オフ。',
  },
  { name: '--quiet', en: 'Print no progress. Default: off.', ja: '途中経過を出さない。既定: オフ。' },
  {
    name: '--no-color',
    en: 'Print no colour. Default: colour on a terminal.',
    ja: '色を付けない。既定: 端末では色を付ける。',
  },
  { name: '--lang en|ja', en: 'The language. Default: `lang`, else en.', ja: '言語。既定: `lang`、なければ en。' },
];

const rows = (of: readonly (readonly [string, string])[]): string =>
  columns(of)
    .map((row) => `  ${row}`)
    .join('\n');

const explainedRows = (explained: readonly Parameter[], lang: Language): string =>
  rows(explained.map((each) => [each.name, each[lang].replaceAll('`', '')]));

/** All commands in two groups, the terminal's own first, then the common flags. */
export function helpPage(of: {
  thread: readonly CommandInfo[];
  terminal: readonly Line[];
  lang: Language;
  paint: Paint;
}): string {
  const { paint, lang } = of;
  const [say, words] = [messages(lang), WORDS[lang]];
  const list = (lines: readonly Line[]) => lines.map((line) => commandRow(line, lang, paint)).join('\n');
  return [
    paint.strong(say.helpHead),
    '',
    paint.strong(words.terminal),
    list(of.terminal),
    '',
    paint.strong(words.thread),
    list(of.thread),
    '',
    paint.strong(words.flags),
    explainedRows(COMMON, lang),
    '',
    paint.faint(say.helpFoot.replaceAll('`', '')),
  ].join('\n');
}

/** The width of the command column. The summary of a longer command is on the next line. */
const WIDE = 46;

function commandRow(line: Line, lang: Language, paint: Paint): string {
  const usage = usageHere(line);
  const left = width(usage) + 2;
  const gap = left < WIDE ? ' '.repeat(WIDE - left) : `\n${' '.repeat(WIDE)}`;
  const named = usage.replace(/^\/?crew \S+/, (name) => paint.accent(name));
  return `  ${named}${gap}${line.summary[lang]}`;
}

/** One command: usage, summary, its flags and arguments with their defaults, and an example. */
export function helpLine(line: Line, lang: Language, paint: Paint): string {
  const { summary, explained, example } = line;
  const words = WORDS[lang];
  const part = (title: string, text: string) => ['', paint.strong(title), text];
  return [
    paint.accent(usageHere(line)),
    `  ${summary[lang]}`,
    ...(explained.length === 0 ? [] : part(words.own, explainedRows(explained, lang))),
    ...(line.typed === undefined ? [] : part(words.example, `  ${line.typed}`)),
    ...(example.startsWith('/') ? part(words.comment, `  ${example}`) : []),
    ...['', paint.faint(messages(lang).helpCommon)],
  ].join('\n');
}

/** Without the slash, unless the command works in a comment only. */
const usageHere = ({ usage, typed }: Line): string => (typed === undefined ? usage : usage.replace(/^\/crew/, 'crew'));
