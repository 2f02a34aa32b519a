import { code } from '../../code.js';
import { usd } from '../fix/shared.js';
import { asksIn } from './asks.js';
import type { AgentMessages, AsksWords, WhyName } from './messages.js';
import { type Said, serviceSaid } from './service.js';
import { type Write, writeIn } from './write-in.js';

const whys: Readonly<Record<WhyName, string>> = {
  turns: '決められた回数に達しました',
  usd: '使える金額に達しました',
  minutes: '時間切れです',
  budget: 'この実行の予算を使い切りました',
  'user-day': 'あなたの一日の予算を使い切りました',
  'repository-day': 'このリポジトリの一日の予算を使い切りました',
  repeats: '同じ操作を繰り返し、同じ結果になりました',
  fails: '同じエラーを繰り返しました',
  monologue: '何もせずに話し続けました',
  'ping-pong': '二つの操作を行き来しました',
  context: '長すぎる発言が何度も途中で切れました',
  'no progress': '新しい結果が得られなくなりました',
  wrong: '決められた形の回答や操作が三度続けて得られませんでした',
  judged: '何度やり直しても受け入れられませんでした',
  declined: 'モデルが続行を断りました',
  overflow: '会話がモデルの上限を超えました',
  service: 'モデルのサービスが応答しません',
  cancelled: '取り消されました',
};

const eitherOf = (id: string, write: Write): string => `${write(`approve ${id}`)} または ${write(`reject ${id}`)}`;

const replies = {
  question: (id: string, write: Write) => write(`answer ${id} …`),
  approval: eitherOf,
  pause: eitherOf,
  budget: (_id: string, write: Write) => `${write('continue +2')}（2 ドル追加）または ${write('cancel')}`,
};

const anotherDay = (write: Write): string =>
  `別の日に、または設定の ${code('budget')} を増やしてから ${write('continue')}、あるいは ${write('cancel')}`;

const onOrOff = (write: Write): string => `${write('continue')} または ${write('cancel')}`;

/** What a service said that gave no turn, with the remedy where a person has one. */
const service: Readonly<Record<Said['is'], string>> = {
  silent: whys.service,
  key: 'モデルのサービスがキーを拒否しました。有効なキーを ANTHROPIC_API_KEY に設定してください',
  unknown:
    'モデルのサービスにそのモデルまたはアドレスがありません。設定の `models` と ANTHROPIC_BASE_URL を確かめてください',
  refused: 'モデルのサービスが要求を拒否しました',
};

function whyOf(why: WhyName, detail: string | undefined): string {
  if (!detail) return whys[why];
  const { is, words } = why === 'service' ? serviceSaid(detail) : { is: null, words: detail };
  return `${is === null ? whys[why] : service[is]}（${words}）`;
}

const asking: AsksWords = {
  waits: (role) => `**${role} が返事を待っています。**`,
  wordsOf: (role) => `${role} の言葉:`,
  stopped: (tool) => `ガードが ${code(tool)} の次の操作を止めました。`,
  guardSays: 'その理由:',
  lifted: (lifts) =>
    lifts
      ? '承認すると、この操作だけが一度だけ行われます。却下すると、別の方法を探します。'
      : 'これは承認しても許可されません。続けると、別の方法を探します。',
  reply: ({ run, id, kind, place, day = false, lifts = true }) => {
    const write = writeIn(run, place);
    const how = day ? anotherDay(write) : lifts ? replies[kind](id, write) : onOrOff(write);
    return `${how} で返事をしてください。その間は何も動かず、何も失われません（${code(run)}）。`;
  },
};

export const ja: AgentMessages = {
  asks: asksIn(asking),
  asking,
  budget: ({ why, usd: spent, limitUsd }) => `${whys[why]}（${usd(limitUsd)} のうち ${usd(spent)}）。続けますか。`,
  stuck: ({ role, why }) => `**${role} は行き詰まりました。** ${whys[why]}。`,
  cancelled: ({ run, place }) =>
    `取り消しました。途中までの結果は残っています。${writeIn(run, place)('continue')} で続けられます。`,
  failed: ({ role, why, detail, resumesAs, place }) => {
    const on =
      resumesAs === undefined
        ? ''
        : `途中までの結果は残っています。${writeIn(resumesAs, place)('continue')} で続けられます。`;
    return `**${role} は終えられませんでした。** ${whyOf(why, detail)}。${on}`;
  },
};
