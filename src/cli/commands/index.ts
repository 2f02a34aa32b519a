// The list of the commands that exist at the terminal only, for cli.ts and for help. The code of a command is loaded when it is called, so that
// `crew help` is fast.
import type { CliCommand, CliFlag } from '../flags.js';

/** A command with its help. */
export interface CliEntry {
  readonly name: string;
  readonly usage: string;
  readonly summary: { readonly en: string; readonly ja: string };
  /** Its arguments and flags with their explanations. The command accepts these and the flags that every command accepts. */
  readonly explained: readonly CliFlag[];
  /** An example that can be typed as it is. */
  readonly example: string;
  /** The same command in a comment. `crew help` then lists the command here only. */
  readonly comment?: string;
  readonly load: () => Promise<CliCommand>;
}

const FILE = { noun: 'a file', pattern: /./, example: 'plan.json' } as const;

export const cliCommands: readonly CliEntry[] = [
  {
    name: 'init',
    usage: 'crew init [--pr] [--from OWNER/crew@REF]',
    summary: {
      en: 'write the Actions workflows and the configuration into this clone',
      ja: 'Actions のワークフローと設定をこのクローンに書く',
    },
    explained: [
      {
        name: '--pr',
        en: 'Open a pull request instead of writing files. Default: off.',
        ja: 'ファイルを書く代わりにプルリクエストを作る。既定: オフ。',
      },
      {
        name: '--from OWNER/crew@REF',
        en: 'The crew repository and version that the workflows call. Default: where this copy came from, at v1.',
        ja: 'ワークフローが呼び出す crew のリポジトリと版。既定: このコピーの元の v1。',
        value: {
          noun: 'the repository on GitHub that holds crew, and its tag,',
          pattern: /^[\w.-]+\/[\w.-]+@[\w./-]+$/,
          example: 'octo-org/crew@v1',
        },
      },
      { name: '--dry-run', en: 'Name the files; write nothing.', ja: 'ファイル名を示すだけで、書かない。' },
    ],
    example: 'crew init --from octo-org/crew@v1',
    load: async () => (await import('./init.js')).init,
  },
  {
    name: 'doctor',
    usage: 'crew doctor [--repo OWNER/NAME]',
    summary: {
      en: 'check token, permissions, tools and sandbox, and say how to fix each problem',
      ja: 'トークン、権限、ツール、サンドボックスを調べ、直し方を示す',
    },
    explained: [],
    example: 'crew doctor --repo octo-org/shop',
    load: async () => (await import('./doctor.js')).doctor,
  },
  {
    name: 'facilitate',
    usage:
      'crew facilitate [--repo OWNER/NAME] [--project N --project-owner LOGIN] [--label L] [--dry-run] [--plan-out FILE]',
    summary: {
      en: 'scan the board once: judge every issue, update labels and comments (in a comment: /crew facilitate)',
      ja: 'ボードを一度調べ、各 Issue を判定し、ラベルとコメントを更新する（コメントでは /crew facilitate）',
    },
    explained: [
      {
        name: '--project N',
        en: 'The number of a Projects board. Default: `facilitate.project`, else all issues.',
        ja: 'Projects ボードの番号。既定: `facilitate.project`、なければすべての Issue。',
        value: { noun: 'the number of a board', pattern: /^[1-9]\d{0,8}$/, example: '3' },
      },
      {
        name: '--project-owner LOGIN',
        en: 'The owner of the board. Default: the owner of the repository.',
        ja: 'ボードの所有者。既定: リポジトリの所有者。',
        value: { noun: 'a login', pattern: /^[A-Za-z\d](?:[A-Za-z\d-]{0,38})$/, example: 'octo-org' },
      },
      {
        name: '--label L',
        en: 'Only issues with this label. Default: `facilitate.label`, else all.',
        ja: 'このラベルの Issue だけ。既定: `facilitate.label`、なければすべて。',
        value: { noun: 'a label', pattern: /^[^,\n]{1,50}$/, example: 'ready' },
      },
      {
        name: '--dry-run',
        en: 'Print the report and the changes; write nothing.',
        ja: '報告と変更を表示するだけで、書かない。',
      },
      {
        name: '--plan-out FILE',
        en: 'Also write the changes to a file for `crew apply FILE`.',
        ja: '変更を `crew apply FILE` 用のファイルにも書く。',
        value: FILE,
      },
    ],
    example: 'crew facilitate --repo octo-org/shop --dry-run --plan-out plan.json',
    comment: '/crew facilitate',
    load: async () => (await import('./facilitate.js')).facilitate,
  },
  {
    name: 'apply',
    usage: 'crew apply FILE',
    summary: {
      en: 'make the changes that crew facilitate --plan-out FILE saved, except those that are out of date',
      ja: 'crew facilitate --plan-out FILE が保存した変更を、古くなったものを除いて行う',
    },
    explained: [
      {
        name: 'FILE',
        en: 'A file that `crew facilitate --plan-out` wrote.',
        ja: '`crew facilitate --plan-out` が書いたファイル。',
      },
      { name: '--dry-run', en: 'Print the changes; make none.', ja: '変更を表示するだけで、行わない。' },
    ],
    example: 'crew apply plan.json',
    load: async () => (await import('./apply.js')).apply,
  },
  {
    name: 'verify',
    usage: 'crew verify [--base REF] [--affected]',
    summary: {
      en: "run this tree's checks; with --base, compare with that commit",
      ja: 'このツリーのチェックを実行する。--base で、そのコミットと比べる',
    },
    explained: [
      {
        name: '--base REF',
        en: 'A commit, branch or tag; the tree is compared with where it left it. Default: no comparison.',
        ja: 'コミット、ブランチ、またはタグ。そこから分かれた時点と比べる。既定: 比べない。',
        value: { noun: 'a commit, a branch or a tag', pattern: /^[^-\s][^\s]*$/, example: 'main' },
      },
      {
        name: '--affected',
        en: 'Only packages that the change affects. Default: all.',
        ja: '変更の影響を受けるパッケージだけ。既定: すべて。',
      },
      { name: '--dry-run', en: 'Show what would run, and why.', ja: '何をなぜ実行するかだけを示す。' },
    ],
    example: 'crew verify --base main',
    load: async () => (await import('./verify.js')).verifyHere,
  },
  {
    name: 'validate',
    usage: 'crew validate [FILE]',
    summary: { en: 'check the configuration and show every problem', ja: '設定を確かめる。問題はすべて示す' },
    explained: [
      {
        name: 'FILE',
        en: 'The configuration file. Default: `CREW_CONFIG`, else .github/crew.yml.',
        ja: '設定ファイル。既定: `CREW_CONFIG`、なければ .github/crew.yml。',
      },
    ],
    example: 'crew validate',
    load: async () => (await import('./validate.js')).validate,
  },
  {
    name: 'list',
    usage: 'crew list',
    summary: { en: 'list the runs, newest first', ja: '実行を新しい順に一覧する' },
    explained: [],
    example: 'crew list',
    load: async () => (await import('./list.js')).list,
  },
  {
    name: 'show',
    usage: 'crew show RUN [--html FILE]',
    summary: { en: 'show one run, step by step', ja: '1つの実行を段階ごとに示す' },
    explained: [
      { name: 'RUN', en: "The run's id, as `crew list` prints it.", ja: '`crew list` が示す実行の ID。' },
      {
        name: '--html FILE',
        en: 'Write a page instead. Default: text on the terminal.',
        ja: 'ページとして書く。既定: 端末に文章で出す。',
        value: { ...FILE, example: 'run.html' },
      },
    ],
    example: 'crew show fix-12-0a1b2c3d4e --html run.html',
    load: async () => (await import('./show.js')).show,
  },
  {
    name: 'clean',
    usage: 'crew clean [RUN] [--repo OWNER/NAME] [--yes]',
    summary: {
      en: 'remove ended runs; with --repo, what crew left on GitHub',
      ja: '終わった実行を消す。--repo で GitHub に残したものを消す',
    },
    explained: [
      {
        name: 'RUN',
        en: 'The run to remove. Default: every run that ended more than 30 days ago.',
        ja: '消す実行。既定: 終わってから30日を過ぎた実行すべて。',
      },
      {
        name: '--repo OWNER/NAME',
        en: 'Remove refs and comments of crew there; without `--yes` they are only listed.',
        ja: 'そこにある crew の ref とコメントを消す。`--yes` がなければ一覧だけ。',
      },
      { name: '--yes', en: 'Remove them. Default: list only.', ja: '消す。既定: 一覧だけ。' },
    ],
    example: 'crew clean --repo octo-org/shop --yes',
    load: async () => (await import('./clean.js')).clean,
  },
  {
    name: 'memory',
    usage: 'crew memory [--repo OWNER/NAME]',
    summary: {
      en: 'serve what crew has learned as an MCP memory server, on standard input and output',
      ja: '学習した内容を MCP のメモリーサーバーとして標準入出力で提供する',
    },
    explained: [
      {
        name: '--repo OWNER/NAME',
        en: 'The memory of this repository. Default: the one in CREW_HOME.',
        ja: 'このリポジトリのメモリー。既定: CREW_HOME のもの。',
      },
    ],
    example: 'crew memory',
    load: async () => (await import('./memory.js')).memory,
  },
  {
    name: 'guard',
    usage: 'crew guard [--root DIR] < JSON-LINES',
    summary: {
      en: 'decide tool calls from JSON lines: allow, ask or deny',
      ja: 'JSON 行のツール呼び出しを、許可・確認・拒否のどれかに決める',
    },
    explained: [
      {
        name: '--root DIR',
        en: 'The project that paths are relative to. Default: this folder.',
        ja: 'パスの基準になるプロジェクト。既定: 今のフォルダー。',
      },
    ],
    example: 'echo \'{"tool":"Bash","command":"npm test"}\' | crew guard',
    load: async () => (await import('./guard.js')).guard,
  },
  {
    name: 'sanitize',
    usage: 'crew sanitize < TEXT',
    summary: {
      en: 'remove from a text what must not reach a prompt',
      ja: 'プロンプトに入れてはならない部分を文章から取り除く',
    },
    explained: [],
    example: 'crew sanitize < issue.md',
    load: async () => (await import('./sanitize.js')).sanitizeInput,
  },
  {
    name: 'redact',
    usage: 'crew redact < TEXT',
    summary: { en: 'remove secrets from a text before it is published', ja: '公開する前の文章から秘密を取り除く' },
    explained: [],
    example: 'crew redact < build.log',
    load: async () => (await import('./sanitize.js')).redactInput,
  },
  {
    name: 'sandbox',
    usage: 'crew sandbox [--port P]',
    summary: {
      en: 'start an embedded GitHub with a sample project',
      ja: '見本のプロジェクトが入った GitHub を手元で起動する',
    },
    explained: [
      {
        name: '--port P',
        en: 'The port. Default: 4180, or a free one.',
        ja: 'ポート。既定: 4180。使用中なら空いているもの。',
        value: { noun: 'a port', pattern: /./, example: '4180' },
      },
    ],
    example: 'crew sandbox --port 4200',
    load: async () => (await import('./sandbox.js')).sandbox,
  },
  {
    name: 'serve',
    usage: 'crew serve',
    summary: { en: 'serve the GitHub App', ja: 'GitHub App を起動する' },
    explained: [],
    example: 'APP_ID=1 PRIVATE_KEY="$(cat app.pem)" WEBHOOK_SECRET=s crew serve',
    load: async () => (await import('./serve.js')).serve,
  },
];
