// The text of `crew help` and `crew help COMMAND`. Used by the command line (cli.ts); reference.ts makes the tables of README.md from the same
// data. Pure.
import type { Parameter } from '../commands/define.js';
import type { CommandInfo } from '../commands/index.js';
import { type Language, messages } from '../text/lang/index.js';
import { alignColumns, displayWidth, type Paint } from './terminal.js';

/** What help shows of one command. */
export interface CommandHelp {
  readonly usage: string;
  readonly summary: { readonly en: string; readonly ja: string };
  /** Its flags and arguments. */
  readonly explained: readonly Parameter[];
  /** An example: a comment, which begins with a slash, or a command line. */
  readonly example: string;
  /** The example as a command line; undefined if the command works in comments only. */
  readonly terminalExample: string | undefined;
  /** The same command in a comment, for a command that the list of terminal commands has with all its flags. */
  readonly comment?: string | undefined;
}

/** The commands of comments that change files of the folder if they are typed at a terminal. */
const CODE_COMMANDS = ['fix', 'apply', 'build', 'write', 'task', 'continue', 'retry'];

const changesCode = ({ usage, example, terminalExample }: CommandHelp): boolean =>
  terminalExample !== undefined &&
  example.startsWith('/') &&
  CODE_COMMANDS.includes(/^\/?(?:crew )?([a-z]+)/.exec(usage)?.[1] ?? '');

const LABELS = {
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
const COMMON_FLAGS: readonly Parameter[] = [
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
  {
    name: '--lang en|ja',
    en: 'The language. Default: `lang` in .github/crew.yml, else en.',
    ja: '言語。既定: .github/crew.yml の `lang`、なければ en。',
  },
];

const rows = (context: readonly (readonly [string, string])[]): string =>
  alignColumns(context)
    .map((row) => `  ${row}`)
    .join('\n');

const explainedRows = (explained: readonly Parameter[], lang: Language): string =>
  rows(explained.map((each) => [each.name, each[lang].replaceAll('`', '')]));

/**
 * `crew help`: the commands for the terminal only, the commands that also work in comments (`thread`), and the common flags. A command that
 * both lists have is listed once, with the flags of the terminal. `apply` has two meanings and stays in both.
 */
export function helpPage(context: {
  thread: readonly CommandInfo[];
  terminal: readonly (CommandHelp & { readonly name: string })[];
  lang: Language;
  paint: Paint;
}): string {
  const { paint, lang } = context;
  const [texts, labels] = [messages(lang), LABELS[lang]];
  const areListedAbove = new Set(
    context.terminal.flatMap(({ name, comment }) => (comment === undefined ? [] : [name])),
  );
  const list = (lines: readonly CommandHelp[]) => lines.map((line) => commandRow(line, lang, paint)).join('\n');
  return [
    paint.strong(texts.helpHead),
    '',
    paint.strong(labels.terminal),
    list(context.terminal),
    '',
    paint.strong(labels.thread),
    list(context.thread.filter(({ name }) => !areListedAbove.has(name))),
    '',
    paint.strong(labels.flags),
    explainedRows(COMMON_FLAGS, lang),
    '',
    paint.faint(texts.helpFoot.replaceAll('`', '')),
  ].join('\n');
}

/** The width of the column with the command. The summary of a longer command begins on the next line. */
const COMMAND_COLUMN_WIDTH = 46;

function commandRow(line: CommandHelp, lang: Language, paint: Paint): string {
  const usage = shownUsage(line);
  const left = displayWidth(usage) + 2;
  const gap =
    left < COMMAND_COLUMN_WIDTH ? ' '.repeat(COMMAND_COLUMN_WIDTH - left) : `\n${' '.repeat(COMMAND_COLUMN_WIDTH)}`;
  const named = usage.replace(/^\/?crew \S+/, (name) => paint.accent(name));
  return `  ${named}${gap}${line.summary[lang]}`;
}

/** `crew help COMMAND`: usage, summary, its flags and arguments with their defaults, and an example. */
export function commandHelpPage(line: CommandHelp, lang: Language, paint: Paint): string {
  const { summary, explained, example } = line;
  const labels = LABELS[lang];
  const part = (title: string, text: string) => ['', paint.strong(title), text];
  return [
    paint.accent(shownUsage(line)),
    `  ${summary[lang]}`,
    ...(explained.length === 0 ? [] : part(labels.own, explainedRows(explained, lang))),
    ...(line.terminalExample === undefined ? [] : part(labels.example, `  ${line.terminalExample}`)),
    ...(example.startsWith('/') ? part(labels.comment, `  ${example}`) : []),
    ...(line.comment === undefined ? [] : part(labels.comment, `  ${line.comment}`)),
    ...(changesCode(line) ? ['', messages(lang).helpTyped] : []),
    ...['', paint.faint(messages(lang).helpCommon)],
  ].join('\n');
}

/** The usage without the slash, unless the command works in comments only. */
const shownUsage = ({ usage, terminalExample }: CommandHelp): string =>
  terminalExample === undefined ? usage : usage.replace(/^\/crew/, 'crew');
