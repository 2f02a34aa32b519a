import { code } from '../../code.js';
import type {
  Advice,
  CommentWords,
  Criterion,
  FacilitateMessages,
  LabelMeaning,
  Look,
  Named,
  Proposal,
  ProposalWords,
  RationaleWords,
  Reason,
  SignWords,
  StateName,
  Step,
} from './messages.js';
import { cut, dayOf, few, shownRef, tail } from './shared.js';

const states: Readonly<Record<StateName, string>> = {
  done: '完了',
  review_pending: 'レビュー待ち',
  in_progress: '作業中',
  incomplete: '未着手',
  blocked: 'ブロック',
  unknown: '不明',
};

const list = (items: readonly string[]): string => few(items, { join: '、', more: (n) => ` ほか ${n} 件` });

/** What the judge says it saw; a name that somebody gave stands where the gap is. */
const signals: Readonly<Record<string, string>> = {
  'closed as …': '… としてクローズ',
  'is ready for review': 'レビュー可能',
  'its part is …': '子 Issue の状態は …',
  'waits for': '完了待ち',
  'asks for changes': '修正要求',
  approved: '承認',
  'conflicts with its base': 'ベースと競合',
  'the check … failed': 'チェック … が失敗',
  'the check … has not ended': 'チェック … が未完了',
  merged: 'マージ済み',
  'closes it': 'この Issue を閉じるコミット',
  'is a draft': 'ドラフト',
  'names it': 'この Issue に言及',
  'was merged into …': '… へマージ',
  'was merged and reverted': 'マージ後に取り消し',
  'was merged': 'マージ',
  'part landed': '一部が反映済み',
  landed: '反映済み',
  'landed and was reverted': '反映後に取り消し',
  'was closed without a merge': 'マージされずにクローズ',
  'commits on …': '… にコミット',
  'fell silent': '応答が途絶えた',
  'is at work': '作業中',
  'ended without success': '成功せずに終了',
  'ended well': '成功して終了',
  'the run is …': '実行の状態は …',
  'the run ended …': '実行は … で終了',
  'was opened again': '再オープン',
};

function signal(what: string): string {
  const { sentence, name } = cut(what);
  const said = signals[sentence] ?? sentence;
  return name === undefined ? said : said.replace('…', () => code(name));
}

const sign = (of: SignWords): string =>
  `${of.ref === undefined ? '' : `${shownRef(of.ref)} `}${signal(of.what)}${of.at === undefined ? '' : `（${dayOf(of.at)}）`}`;

const unread = (what: string): string => `${code(what)} を読み取れませんでした`;

function named({ ref, title, external, since }: Named): string {
  const what = ref === undefined ? code(external ?? '') : `${ref}${title === undefined ? '' : ` ${code(title)}`}`;
  return since === undefined ? what : `${what}（${dayOf(since)} から）`;
}

function blocked({ waits, roots }: Extract<Advice, { is: 'blocked' }>): string {
  const first = `${list(waits.map(named))} の完了待ちです。`;
  return roots.length === 0 ? first : `${first}大元は ${list(roots)} です。`;
}

function failing({ pull, checks, conflicts }: Extract<Advice, { is: 'checks-failing' }>): string {
  const wrong = [
    ...(checks.length > 0 ? [`${list(checks.map(code))} が失敗`] : []),
    ...(conflicts ? ['ベースと競合'] : []),
  ];
  return `${pull} で ${list(wrong)}しています。次はその修正です。`;
}

function closeDue({ by, on }: Extract<Advice, { is: 'close-due' }>): string {
  const when = on === undefined ? '' : `${dayOf(on)} に `;
  return `${when}${list(by.map(shownRef))} で作業が反映されました。クローズしてよいか判断をお願いします。`;
}

function review({ pulls, below }: Extract<Advice, { is: 'review' }>): string {
  const ready = `${list(pulls)} がレビューを待っています。書き込み権限のある方のレビューをお願いします。`;
  return below === undefined ? ready : `${ready}土台の ${below} が先です。`;
}

function untouched({ described, parts }: Extract<Advice, { is: 'untouched' }>): string {
  if (parts) return '妨げるものはありません。子 Issue から着手できます。';
  return described ? '妨げるものはなく、着手可能です。' : '妨げるものはありませんが、説明がまだありません。数行の説明で着手可能になります。';
}

function advice(of: Advice): string {
  switch (of.is) {
    case 'closed':
      return `${code(of.reason)} としてクローズ済みです。残る作業はありません。`;
    case 'close-due':
      return closeDue(of);
    case 'parts-done':
      return `子 Issue（${list(of.parts)}）はすべて完了しました。クローズしてよいか判断をお願いします。`;
    case 'merge-due':
      return of.moving ? `${of.pull} は承認済みで、自動でマージされます。` : `${of.pull} は承認済みで、失敗もありません。マージをお願いします。`;
    case 'changes-requested':
      return `${of.pull} に${of.by.length > 0 ? ` ${list(of.by)} から` : ''}修正要求があります。次は、応えるコミットか再レビューの依頼です。`;
    case 'checks-failing':
      return failing(of);
    case 'review':
      return review(of);
    case 'compete':
      return `${list(of.pulls)} がどちらも完成しています。どれを採るか判断をお願いします。`;
    case 'parts-started':
      return `子 Issue（${list(of.parts)}）で作業が進んでいます。`;
    case 'blocked':
      return blocked(of);
    case 'started':
      return `作業が進んでいます: ${list(of.signs.map(sign))}。作業の継続をお願いします。`;
    case 'interrupted':
      return `以前の作業は実りませんでした: ${list(of.signs.map(sign))}。あらためて着手できます。`;
    case 'untouched':
      return untouched(of);
    case 'unknown':
      return `判定できませんでした: ${list(of.missing.map(unread))}。`;
  }
}

function look(of: Look): string {
  switch (of.is) {
    case 'parts-dropped':
      return '子 Issue はすべて見送られました。まだ必要か確認をお願いします。';
    case 'blocker-dropped':
      return `待っていた ${of.ref} は見送り（not planned）でクローズされました。まだ必要か確認をお願いします。`;
    case 'external':
      return `${code(of.what)} はボードの外にあります。まだ妨げになっているか確認をお願いします。`;
  }
}

function criterion(of: Criterion): string {
  switch (of.is) {
    case 'parts':
      return `${list(of.refs)} の完了`;
    case 'pull':
      return `${of.ref} のレビューとマージ`;
    case 'ready':
      return `${of.ref} のドラフト解除、レビュー、マージ`;
    case 'closes':
      return `${code(`Closes ${of.issue}`)} と書かれたプルリクエストのレビューとマージ`;
    case 'boxes':
      return `説明にある未チェックの項目 ${of.open} 件の完了`;
  }
}

function comment({ state, advice: of, looks, frees, also, who, criteria }: CommentWords): string {
  const more = frees.all.length > frees.direct ? `（直接は ${frees.direct} 件）` : '';
  return [
    `**${states[state]}** ${advice(of)}`,
    ...looks.map(look),
    ...(also.length > 0 ? [`${list(also)} も同じものを待っています。`] : []),
    ...(frees.all.length > 0 ? [`完了すると ${list(frees.all)} が進められます${more}。`] : []),
    ...(criteria.length > 0 ? [`完了条件の案: ${list(criteria.map(criterion))}。`] : []),
    ...(who.length > 0 ? [`${who.map((login) => `@${login}`).join(' ')} さん、お願いします。`] : []),
  ].join('\n\n');
}

function step(of: Step): string {
  switch (of.is) {
    case 'over':
      return `${of.ref} が完了する`;
    case 'external':
      return `${code(of.what)} が妨げでなくなる`;
    case 'approve':
      return `書き込み権限のある人が ${of.pull} を承認する`;
    case 'answer':
      return `${of.pull} の修正要求にコミットで応える`;
    case 'green':
      return `${of.pull} の ${list(of.checks.map(code))} が成功する`;
    case 'resolve':
      return `${of.pull} の競合が解消される`;
    case 'allow':
      return `リポジトリのルールが ${of.pull} のマージを許す`;
    case 'retarget':
      return `${of.pull} のベースを ${code(of.base)} にする`;
    case 'say-closes':
      return `${of.pull} に ${code(`Closes ${of.issue}`)} と書く`;
    case 'ready':
      return `${of.pull} のドラフトを解除する`;
    case 'choose':
      return `${list(of.pulls)} を一つに絞る`;
    case 'open-pull':
      return `${code(`Closes ${of.issue}`)} と書いたプルリクエストを出す`;
    case 'begin':
      return `ブランチ ${code(of.branch)} にコミットする`;
    case 'part-begins':
      return `子 Issue（${list(of.parts)}）のどれかに着手する`;
    case 'parts-end':
      return `${list(of.parts)} が完了する`;
  }
}

const meanings: Readonly<Record<LabelMeaning, string>> = {
  ready: '着手可能',
  review: 'レビュー待ち',
  stale: '一週間動きなし',
  'close-due': 'クローズの判断待ち',
  'merge-due': 'マージ待ち',
  blocked: '他の完了待ち',
  attention: '人の確認が必要',
};

function proposal({ proposal: what, issues, pull }: ProposalWords): string {
  const on = list(issues);
  const sentences: Readonly<Record<Proposal, string>> = {
    review: `${on} の作業をレビュー`,
    continue: `${on} の作業を継続`,
    start: `${on} に新規着手`,
    close: `${on} をクローズしてよいか判断`,
    merge: `承認済みの ${pull ?? on} をマージ（${on}）`,
    unblock: `他が待っている ${on} を確認`,
    'look-again': `読み取れないものがあった ${on} を再確認`,
  };
  return sentences[what];
}

const bands: Readonly<Record<RationaleWords['band'], string>> = {
  now: '最優先',
  recommended: '推奨',
  possible: '可能',
  later: '他を優先',
};

function rationale({ state, band, frees, capability, due }: RationaleWords): string {
  return `${[
    `${bands[band]}: ${states[state]}`,
    ...(frees.all > 0 ? [`完了すると ${frees.all} 件（直接 ${frees.direct} 件）が進む`] : []),
    ...(due === undefined ? [] : [`期限は ${dayOf(due)}`]),
    ...(capability ? [`${code(capability.name)} に${capability.inferred ? '対応と推定' : '対応'}`] : []),
  ].join('。')}。`;
}

function reason(of: Reason): string {
  switch (of.is) {
    case 'agent':
      return `${list(of.issues.map(({ ref, state }) => `${ref} は${states[state]}`))}。${code(of.agent)} を推奨します。`;
    case 'person':
      return `Agent は不要です。${list(of.issues)} は人の判断を待っています。`;
    case 'look-again':
      return `${list(of.issues)} を判定できなかったため、crew が再確認します。`;
    case 'all-done':
      return 'すべて完了しています。';
    case 'nobody-can':
      return `対応可能な Agent がありません。必要なもの: ${list(of.capabilities.map(code))}。`;
    case 'all-taken':
      return '残りはすでに担当がいるか、他の完了を待っています。';
  }
}

export const ja: FacilitateMessages = {
  state: (state) => states[state],
  sign,
  evidence: (of) => [of.rule, signal(of.what), ...tail(of, (login) => `${login} による`)].join(' · '),
  unread,
  advice,
  comment,
  whyNot: ({ to, steps }) => `${states[to]}になる条件: ${list(steps.map(step))}。`,
  label: ({ label, meaning, action }) => `${code(label)} を${action === 'add' ? '付与' : '除去'}: ${meanings[meaning]}${action === 'add' ? '' : 'ではなくなったため'}。`,
  attention: ({ advice: of, looks, who }) =>
    [...(who.length > 0 ? [`${who.map((login) => `@${login}`).join(' ')} さん:`] : []), ...(looks.length > 0 ? looks.map(look) : [advice(of)])].join(' '),
  proposal,
  rationale,
  reason,
  uncallable: ({ agent, why }) => `${code(agent)} は提案されません: ${why}`,
  withheld: '（非公開）',
};
