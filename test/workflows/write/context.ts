// A work context over real files and a journal of its own, with a scripted model that knows who asks.
import path from 'node:path';
import { openWorkspace } from '../../../src/adapters/workspace/index.js';
import { schema } from '../../../src/config/schema.js';
import type { Model, WorkEnvironment } from '../../../src/ports/index.js';
import type { ModelRequest, Turn } from '../../../src/ports/model.js';
import type { Signal } from '../../../src/ports/run.js';
import type { WorkContext } from '../../../src/ports/workflow.js';
import { openJournal } from '../../../src/runs/journal.js';
import type { WriteOrder } from '../../../src/workflows/write/choose-path.js';
import { quickClock } from '../../build/clock.js';
import { newFolder } from '../../build/folder.js';

export const IDEA = {
  title: '灯台の猫',
  genre: '児童文学',
  tone: 'やさしい',
  scale: '1章',
  core_theme: '待つこと',
  language: 'ja',
  profile: 'fiction',
};

export const card = (score: number, issues: readonly object[] = []) => ({ score, issues, strengths: ['¶1 書き出し'] });
export const issue = (severity: string, location = '¶1', text = '説明文が続く') => ({
  location,
  severity,
  issue: text,
  suggestion: '会話にする',
});

/** Who a request comes from: the step that it is for, read from the task itself. */
export interface Request {
  readonly who: 'intake' | 'path' | 'characters' | 'draft' | 'review';
  /** Of a review: the reviewer. */
  readonly reviewer: string;
  readonly chapter: number;
  readonly round: number;
  /** Which request of this kind it is. */
  readonly text: string;
  readonly ask: ModelRequest;
}

export type Script = (request: Request) => unknown;

const PATH = { title: '案', summary: 'あらすじ', chapters: [{ n: 1, title: '夜明け', beats: ['猫が待つ'] }] };

/** Answers that lead straight to the end; a test replaces what it is about. */
export function story(of: Partial<Record<Request['who'], Script>> = {}): Script {
  return (request) => {
    const own = of[request.who]?.(request);
    if (own !== undefined) return own;
    switch (request.who) {
      case 'intake':
        return IDEA;
      case 'path':
        return PATH;
      case 'characters':
        return { characters: [{ name: 'みけ', sheet: '灯台に住む猫。' }] };
      case 'draft':
        return { markdown: `# 夜明け\n\n第${request.round}稿。\n\n猫は海を見た。` };
      case 'review':
        return card(7.2);
    }
  };
}

function requestOf(ask: ModelRequest): Request {
  const text = ask.messages
    .flatMap(({ blocks }) => blocks)
    .map((block) => (block.kind === 'text' ? block.text : block.kind === 'result' ? block.text : ''))
    .join('\n');
  const last = ask.messages[0]?.blocks.map((block) => (block.kind === 'text' ? block.text : '')).at(-1) ?? '';
  const output = /(?:出力|Output):\n- (\S+)\s*$/.exec(last.trim())?.[1] ?? '';
  const review = /ch(\d+)\/reviews\/round-(\d+)\/(\w[\w-]*)\.json$/.exec(output);
  const draft = /ch(\d+)\/draft-(\d+)\.md$/.exec(output);
  const who = review
    ? 'review'
    : draft
      ? 'draft'
      : output.includes('paths/')
        ? 'path'
        : output.includes('characters/')
          ? 'characters'
          : 'intake';
  const [, chapter = '0', round = '0'] = review ?? draft ?? [];
  return { who, reviewer: review?.[3] ?? '', chapter: Number(chapter), round: Number(round), text, ask };
}

export interface Scripted extends Model {
  readonly requests: Request[];
  /** The most that were asked at the same time. */
  readonly atOnce: () => number;
}

/** A model that answers by a script; a thrown error is its own. `takes` milliseconds of the machine's clock. */
export function modelOf(script: Script, takes = 0, began = true): Scripted {
  const requests: Request[] = [];
  let now = 0;
  let most = 0;
  return {
    requests,
    atOnce: () => most,
    async turn(ask, how): Promise<Turn> {
      const request = requestOf(ask);
      requests.push(request);
      now += 1;
      most = Math.max(most, now);
      try {
        if (began) how.onReply?.();
        await new Promise((resolve) => setTimeout(resolve, takes));
        const answer = await script(request);
        const call = { kind: 'call', id: `toolu_${requests.length}`, tool: 'answer', input: answer } as const;
        return { blocks: [call], stop: 'calls', usage: { in: 100, out: 20, cacheRead: 1000, cacheWrite: 50 } };
      } finally {
        now -= 1;
      }
    },
  };
}

export interface Desk {
  readonly ctx: WorkContext;
  readonly folder: string;
  readonly root: string;
  readonly stop: AbortController;
}

export interface DeskOf {
  readonly model: Model;
  readonly folder?: string | undefined;
  readonly root?: string | undefined;
  readonly signals?: readonly Signal[] | undefined;
  readonly write?: object | undefined;
  readonly lang?: 'en' | 'ja' | undefined;
  readonly place?: 'thread' | 'terminal' | undefined;
  readonly usd?: number | undefined;
  readonly github?: WorkContext['github'] | undefined;
  readonly sandbox?: WorkEnvironment['sandbox'] | undefined;
}

const nothing = async (): Promise<never> => {
  throw new Error('not in these tests');
};

/** A run in a folder; opened again with the same folder it is continued. */
export async function deskOf(of: DeskOf): Promise<Desk> {
  const folder = of.folder ?? (await newFolder());
  const root = of.root ?? (await newFolder());
  const clock = quickClock();
  const journal = await openJournal(path.join(folder, 'journal.jsonl'), { now: clock.now, redact: (text) => text });
  const workspace = openWorkspace(root);
  const stop = new AbortController();
  const environment = {
    workspace,
    model: of.model,
    gate: () => ({ verdict: 'allow', phase: '5', why: '' }),
    sandbox: of.sandbox ?? {
      strength: 'sealed',
      name: 'none',
      home: '/',
      run: nothing,
      takeFiles: nothing,
      close: async () => undefined,
    },
    agentsFolder: path.join(root, '.agent'),
    web: { get: nothing, hosts: [] },
    keep: () => ({ add: () => undefined, close: async () => null }),
    baseCommit: {
      head: async () => null,
      mergeBase: nothing,
      readInitialState: nothing,
      changesSince: nothing,
      checkOut: nothing,
      exclude: nothing,
    },
    close: async () => undefined,
  } as unknown as WorkEnvironment;
  const config = schema.parse({ write: of.write ?? {} }) as WorkContext['settings']['config'];
  const ctx: WorkContext = {
    ...{ run: 'write-12-0123456789', repo: undefined, issue: of.github ? 12 : undefined, place: of.place ?? 'thread' },
    settings: { lang: of.lang ?? 'ja', config, configFile: '.github/crew.yml', problems: [] },
    history: { list: async () => [], load: async () => null, ofSubject: async () => [] },
    ...{ clock, signals: of.signals ?? [], github: of.github, allowed: { usd: of.usd ?? 100 } },
    environment: async () => environment,
    ...{ step: journal.step, steps: journal.steps, folder, stop: stop.signal, show: () => undefined },
  };
  return { ctx, folder, root, stop };
}

export const select = (choice: string, remark?: string): Signal => ({
  ...{ is: 'select', choice, remark, key: `select-${choice}`, by: { login: 'maya' }, at: '2026-11-18T12:30:00Z' },
});

export const ORDER: WriteOrder = { what: '灯台の猫の話を書いて', at: '2026-11-18T12:00:00Z', dryRun: false };
