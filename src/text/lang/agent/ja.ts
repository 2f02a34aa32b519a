// Messages about agents, their questions and failures, in Japanese. Part of ../ja.ts.

import { code } from '../../quote.js';
import { dollarsIn } from '../../values.js';
import { type AsksWords, askingMessage, type CommandFormat, commandFormat } from './asks.js';
import type { AgentEndReason, AgentMessages } from './en.js';
import { readServiceError, type ServiceError } from './service.js';

const dollars = dollarsIn('ja');

const reasons: Readonly<Record<AgentEndReason, string>> = {
  turns: 'ターン数の上限に達しました',
  usd: '費用の上限に達しました',
  minutes: '時間の上限に達しました',
  budget: 'この実行の予算を使い切りました',
  'user-day': 'あなたの一日の予算を使い切りました',
  'repository-day': 'このリポジトリの一日の予算を使い切りました',
  repeats: '同じ操作を繰り返し、結果が変わりませんでした',
  fails: '同じエラーを繰り返しました',
  monologue: 'ツールを使わず、文章だけを書き続けました',
  'ping-pong': '二つの操作を行き来しました',
  context: '回答が長すぎて、何度も途中で切れました',
  'no progress': '作業が進みませんでした',
  wrong: '無効な回答や操作が 3 回続きました',
  judged: 'どの試みも受け入れられませんでした',
  declined: 'モデルが続行を断りました',
  overflow: '会話がモデルの上限を超えました',
  service: 'モデルのサービスが応答しません',
  cancelled: '取り消されました',
};

const eitherOf = (id: string, write: CommandFormat): string =>
  `${write(`approve ${id}`)} または ${write(`reject ${id}`)}`;

const replies = {
  question: (id: string, write: CommandFormat) => write(`answer ${id} …`),
  approval: eitherOf,
  pause: eitherOf,
  budget: (_id: string, write: CommandFormat) => `${write('continue +2')}（2 ドル追加）または ${write('cancel')}`,
};

const anotherDay = (write: CommandFormat): string =>
  `明日か、設定の ${code('budget')} を増やした後に ${write('continue')}、または ${write('cancel')}`;

const onOrOff = (write: CommandFormat): string => `${write('continue')} または ${write('cancel')}`;

/** What a failed call to the model service means, with the remedy where there is one. */
const service: Readonly<Record<ServiceError['kind'], string>> = {
  silent: reasons.service,
  key: 'モデルのサービスがキーを拒否しました。有効なキーを ANTHROPIC_API_KEY に設定してください',
  unknown:
    'モデルのサービスに、このモデルまたはアドレスがありません。設定の `models` と ANTHROPIC_BASE_URL を確かめてください',
  refused: 'モデルのサービスが要求を拒否しました',
};

function whyOf(why: AgentEndReason, detail: string | undefined): string {
  if (!detail) return reasons[why];
  if (why !== 'service') return `${reasons[why]}（${detail}）`;
  const { kind, message } = readServiceError(detail);
  return `${service[kind]}（${message}）`;
}

const asking: AsksWords = {
  waits: (role, kind) => `**${role} があなたの${kind === 'approval' ? '承認' : '回答'}を待っています。**`,
  wordsOf: (role) => `${role} の質問:`,
  stopped: (tool) => `ガードが ${code(tool)} の次の操作を止めました:`,
  guardSays: '理由:',
  lifted: (lifts) =>
    lifts
      ? '承認すると、この操作を 1 回だけ許可します。却下すると、別の方法を探します。'
      : 'この操作は承認できません。続けると、別の方法を探します。',
  reply: ({ run, id, kind, place, day = false, lifts = true }) => {
    const write = commandFormat(run, place);
    const how = day ? anotherDay(write) : lifts ? replies[kind](id, write) : onOrOff(write);
    return `${how} で回答してください。${code(run)} は回答を最長 14 日間待ちます。`;
  },
};

export const ja = {
  model: 'モデル',
  asks: askingMessage(asking),
  asking,
  budget: ({ why, usd: spent, limitUsd }) =>
    `${reasons[why]}（${dollars(limitUsd)} のうち ${dollars(spent)}）。続けますか。`,
  stuck: ({ role, why }) => `**${role} は行き詰まりました。** ${reasons[why]}。`,
  cancelled: ({ run, place }) =>
    `取り消しました。ここまでの作業は残っています。${commandFormat(run, place)('continue')} で続けられます。`,
  failed: ({ role, why, detail, resumesAs, place }) => {
    const on =
      resumesAs === undefined
        ? ''
        : `ここまでの作業は残っています。${commandFormat(resumesAs, place)('continue')} で続けられます。`;
    return `**${role} は失敗しました。** ${whyOf(why, detail)}。${on}`;
  },
} satisfies AgentMessages;
