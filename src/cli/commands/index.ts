// THE LIST of what only the terminal has. Each is loaded when it is called: help must not wait for what it does not need.
import type { DeskCommand } from './desk.js';

export interface DeskEntry {
  readonly name: string;
  readonly usage: string;
  readonly summary: { readonly en: string; readonly ja: string };
  /** How many words it takes, and which flags of its own; those with a value end in `=`. Anything else is refused. */
  readonly takes: { readonly words: number; readonly flags: readonly string[] };
  readonly load: () => Promise<DeskCommand>;
}

export const desk: readonly DeskEntry[] = [
  {
    name: 'init',
    usage: 'crew init [--pr] [--from OWNER/crew@REF]',
    summary: {
      en: 'write workflow and configuration into this repository',
      ja: 'ワークフローと設定をこのリポジトリに書く',
    },
    takes: { words: 0, flags: ['--from=', '--pr', '--dry-run'] },
    load: async () => (await import('./init.js')).init,
  },
  {
    name: 'doctor',
    usage: 'crew doctor [--repo OWNER/NAME]',
    summary: { en: 'what is missing here, each by name with its remedy', ja: '足りないものと直し方を調べる' },
    takes: { words: 0, flags: [] },
    load: async () => (await import('./doctor.js')).doctor,
  },
  {
    name: 'facilitate',
    usage:
      'crew facilitate [--repo OWNER/NAME] [--project N --project-owner LOGIN] [--label L] [--dry-run] [--plan-out FILE]',
    summary: { en: 'one look at the whole board', ja: 'ボード全体を一度見る' },
    takes: { words: 0, flags: ['--project=', '--project-owner=', '--label=', '--plan-out=', '--dry-run'] },
    load: async () => (await import('./facilitate.js')).facilitate,
  },
  {
    name: 'apply',
    usage: 'crew apply FILE',
    summary: {
      en: 'do what a plan file says, each change under its precondition',
      ja: '計画ファイルのとおりに実行する',
    },
    takes: { words: 1, flags: ['--dry-run'] },
    load: async () => (await import('./apply.js')).apply,
  },
  {
    name: 'verify',
    usage: 'crew verify [--base REF] [--affected]',
    summary: {
      en: 'lint, types, build and tests of this tree, and what changed against a base',
      ja: 'このツリーを検証する。--base で変更前と比べる',
    },
    takes: { words: 0, flags: ['--base=', '--affected', '--dry-run', '--yes'] },
    load: async () => (await import('./verify.js')).verifyHere,
  },
  {
    name: 'validate',
    usage: 'crew validate [FILE]',
    summary: { en: 'check the configuration', ja: '設定を確かめる' },
    takes: { words: 1, flags: [] },
    load: async () => (await import('./validate.js')).validate,
  },
  {
    name: 'list',
    usage: 'crew list',
    summary: { en: 'the runs that are kept here', ja: 'ここに残る実行の一覧' },
    takes: { words: 0, flags: [] },
    load: async () => (await import('./list.js')).list,
  },
  {
    name: 'show',
    usage: 'crew show RUN [--html FILE]',
    summary: { en: 'one run, step by step', ja: '実行を一歩ずつ見る' },
    takes: { words: 1, flags: ['--html='] },
    load: async () => (await import('./show.js')).show,
  },
  {
    name: 'clean',
    usage: 'crew clean [RUN] [--repo OWNER/NAME] [--yes]',
    summary: {
      en: 'remove runs that are over; with --repo, what crew left there',
      ja: '終わった実行を消す。--repo で GitHub 上のものも',
    },
    takes: { words: 1, flags: ['--yes'] },
    load: async () => (await import('./clean.js')).clean,
  },
  {
    name: 'guard',
    usage: 'crew guard [--root DIR] < JSON-LINES',
    summary: { en: 'what an agent may do: a verdict for each line', ja: 'エージェントに何を許すかを一行ずつ答える' },
    takes: { words: 0, flags: [] },
    load: async () => (await import('./guard.js')).guard,
  },
  {
    name: 'sanitize',
    usage: 'crew sanitize < TEXT',
    summary: { en: 'what may reach a prompt', ja: 'プロンプトに入れてよい文だけにする' },
    takes: { words: 0, flags: [] },
    load: async () => (await import('./gates.js')).sanitizeInput,
  },
  {
    name: 'redact',
    usage: 'crew redact < TEXT',
    summary: { en: 'what may leave crew', ja: '外に出してよい文だけにする' },
    takes: { words: 0, flags: [] },
    load: async () => (await import('./gates.js')).redactInput,
  },
  {
    name: 'sandbox',
    usage: 'crew sandbox [--port P]',
    summary: {
      en: 'an embedded GitHub with a sample project, to try everything',
      ja: '試すための GitHub と見本のプロジェクトを開く',
    },
    takes: { words: 0, flags: ['--port='] },
    load: async () => (await import('./sandbox.js')).sandbox,
  },
  {
    name: 'serve',
    usage: 'crew serve',
    summary: { en: 'the GitHub App', ja: 'GitHub App として動く' },
    takes: { words: 0, flags: [] },
    load: async () => (await import('./serve.js')).serve,
  },
];
