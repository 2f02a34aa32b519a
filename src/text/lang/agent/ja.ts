import { code } from '../../code.js';
import type { AgentMessages, WhyName } from './messages.js';

const whys: Readonly<Record<WhyName, string>> = {
  turns: '決められた回数に達しました',
  usd: '使える金額に達しました',
  minutes: '時間切れです',
  purse: 'この実行の予算を使い切りました',
  repeats: '同じ操作を繰り返し、同じ結果になりました',
  fails: '同じエラーを繰り返しました',
  monologue: '何もせずに話し続けました',
  'ping-pong': '二つの操作を行き来しました',
  context: '会話の文脈を失いました',
  'no progress': '新しい結果が得られなくなりました',
  wrong: '決められた形の回答が三度続けて得られませんでした',
  judged: '何度やり直しても受け入れられませんでした',
  declined: 'モデルが続行を断りました',
  overflow: '会話がモデルの上限を超えました',
  service: 'モデルのサービスが応答しません',
  cancelled: '取り消されました',
};

const usd = (amount: number): string => `$${amount.toFixed(2)}`;

const replies = {
  question: (id: string) => code(`/crew answer ${id} …`),
  approval: (id: string) => `${code(`/crew approve ${id}`)} または ${code(`/crew reject ${id}`)}`,
  pause: (id: string) => `${code(`/crew approve ${id}`)} または ${code(`/crew reject ${id}`)}`,
  budget: () => `${code('/crew continue +2')}（2 ドル追加）または ${code('/crew cancel')}`,
};

export const ja: AgentMessages = {
  asks: ({ role, run, id, kind, question, choices = [] }) =>
    [
      `**${role} が返事を待っています。** ${question}`,
      ...(choices.length > 0 ? [choices.map((choice) => `- ${choice}`).join('\n')] : []),
      `${replies[kind](id)} で返事をしてください。その間は何も動かず、何も失われません（${code(run)}）。`,
    ].join('\n\n'),
  budget: ({ why, usd: spent, limitUsd }) => `${whys[why]}（${usd(limitUsd)} のうち ${usd(spent)}）。続けますか。`,
  stuck: ({ role, why }) => `**${role} は行き詰まりました。** ${whys[why]}。`,
  cancelled: ({ run }) =>
    `取り消しました。途中までの結果は残っています。${code(`crew continue --run ${run}`)} で続けられます。`,
  failed: ({ role, why, detail }) =>
    `**${role} は終えられませんでした。** ${whys[why]}${detail ? `（${detail}）` : ''}。`,
};
