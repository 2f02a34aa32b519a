// The Japanese texts of retrospectives and learned preferences. Headings of preferences are those of the specification (parent-session).
import type { Preference, Proposal, SignalKind } from '../../memory/preferences/state.js';
import { kindCounts, type LearnMessages } from './messages.en.js';
import type { EditProblem } from './rules/commits.js';

const KINDS: Readonly<Record<SignalKind, string>> = {
  correction: '修正指示',
  afterthought: '後付け要求',
  rejection: '却下',
  repeated_choice: '同じ選択',
  explicit: '明示的な発言',
  contradiction: '矛盾する行動',
};

const kindsOf = (proposal: Pick<Proposal, 'evidence'>): string =>
  kindCounts(proposal)
    .map(([kind, n]) => `${KINDS[kind]}${n}回`)
    .join('、');

const quotes = ({ evidence }: Pick<Proposal, 'evidence'>): string =>
  evidence
    .map(({ quote, author, time, url }) => {
      const day = time.slice(0, 10);
      return `> ${quote.replace(/\s+/g, ' ')}\n> — ${author}、${url === undefined ? day : `[${day}](${url})`}`;
    })
    .join('\n\n');

const topicOf = ({ topic }: Pick<Preference, 'topic'>): string => topic.replaceAll('_', ' ');

const worded = ({ statement, condition }: Pick<Preference, 'statement' | 'condition'>): string =>
  condition === undefined ? statement : `${statement}（条件: ${condition}）`;

const REASONS: Readonly<Record<EditProblem['is'], string>> = {
  'not-allowed': 'crew が変更できるのは役割、AGENTS.md、設定だけです',
  'not-found': '置き換える文がファイルにありません',
  'not-once': '置き換える文がファイルに複数あります',
  exists: 'そのファイルはすでにあります',
};

export const ja = {
  head: ({ improvements, skills, knowledge, preferences, command, example }) => {
    const parts = [
      ...(improvements > 0 ? [`改善${improvements}件`] : []),
      ...(skills > 0 ? [`スキル${skills}件`] : []),
      ...(knowledge > 0 ? [`知識候補${knowledge}件`] : []),
      ...(preferences > 0 ? [`好み${preferences}件`] : []),
    ];
    return `**提案:** ${parts.join('、')}。14日以内に \`${command} approve ${example}\`（承認）、\`${command} reject ${example}\`（却下）、\`${command} defer ${example}\`（保留）のどれかで判断してください。`;
  },
  fold: '提案の全文',
  nothing: '構造的な改善点・スキル化候補は見つかりませんでした',
  improvementsHeading: '改善提案',
  skillsHeading: 'スキル化提案',
  knowledgeHeading: '知識候補と好み',
  evidence: '根拠',
  details: '詳細は retrospective.md を参照',
  score: 'スコア',
  editsFold: (id) => `${id}: 変更の内容`,
  skillFold: (id) => `${id}: 手順`,
  onboarding: [
    '### 学習済み好み（Learned Preferences）について',
    '',
    'これは、あなたの作業パターンから学習した「好み」を記録する機能です。',
    '例えば、毎回「TypeScriptで」と指定している場合、次回から自動的にTypeScriptを選ぶようになります。',
    '',
    '- **任意機能**: 無効化はいつでも可能です（config.yaml で lp_system.enabled: false）',
    '- **透明性**: 全ての学習は承認後にのみ記録されます',
    '- **変更可能**: 後から見直し・削除が可能です',
    '',
    '以下、今回学習した候補を提示します。',
  ].join('\n'),
  preference: (of, command) =>
    [
      `### ${of.id}: ${topicOf(of)}（優先度: ${of.priority}）`,
      `**学習内容**:\n「${of.statement}」`,
      `**根拠**:\n${of.evidence.length}回の独立した機会で同様のパターンを観測（${kindsOf(of)}、カウンタ ${of.weight.toFixed(1)}）\n\n${quotes(of)}`,
      `**適用場面**:\n${of.scope ?? 'タスク全般'}`,
      `**AI の行動変化**:\n${of.action ?? of.statement}`,
      '**品質チェック**: PASS（正確性・安全性・完全性を損ねません）',
      `承認しますか？ \`${command} approve ${of.id}\` · \`${command} approve ${of.id} as 文\` · \`${command} approve ${of.id} condition 条件\` · \`${command} reject ${of.id}\``,
    ].join('\n\n'),
  update: (of, command) =>
    [
      `### ${of.id}: ${topicOf(of)} の更新（優先度: ${of.priority}）`,
      `**既存の学習内容**:\n「${worded(of.existing)}」`,
      `**更新理由**:\n最近${of.evidence.length}回、異なるパターンが観測されました（${kindsOf(of)}）。\n\n${quotes(of)}`,
      [
        '**提案する変更**:',
        `- 完全置換: \`${command} approve ${of.id} replace\`（以前の好みから変化した場合）`,
        `- 条件追加: \`${command} approve ${of.id} condition 条件\`（文脈依存の場合）`,
        `- 廃止: \`${command} approve ${of.id} retire\`（もはや適用すべきでない場合）`,
      ].join('\n'),
      `**新しい学習内容**:\n「${of.statement}」`,
      `\`${command} reject ${of.id}\` で既存の学習内容を残します。`,
    ].join('\n\n'),
  memoryGone: 'メモリーに接続できなかったため、好みは調べていません。',
  notDecided: (what) =>
    `\`${what}\`: メモリーに接続できなかったため、記録していません。同じコマンドをもう一度書いてください。`,
  unknown: (ids, open) =>
    open.length === 0
      ? `未決の提案がないため、${ids.map((id) => `\`${id}\``).join('、')} は判断できません。`
      : `${ids.map((id) => `\`${id}\``).join('、')} という未決の提案はありません。未決: ${open.map((id) => `\`${id}\``).join('、')}。`,
  before: (all) => all.map(({ id, by }) => `\`${id}\` は実行 \`${by}\` で判断済みです。`).join('\n'),
  noCategory: (category, categories) =>
    `分類 \`${category}\` はありません。分類: ${categories.map((each) => `\`${each}\``).join('、')}。`,
  deferred: (ids) => `保留しました。次の提案は未決のまま残ります: ${ids.map((id) => `\`${id}\``).join('、')}。`,
  noRun: (run) =>
    run === undefined
      ? '振り返る対象になる、終了した実行がありません。'
      : `\`${run}\` という終了した実行はありません。\`/crew status\` で実行の一覧を見られます。`,
  headDecided: (approved, rejected) =>
    approved > 0 ? `提案${approved}件を承認しました` : `提案${rejected}件を却下しました`,
  pull: (ids, pull) => `${ids.join('、')}: プルリクエスト #${pull} で提案しました。`,
  branch: (ids, branch) =>
    `${ids.join('、')}: ローカルのブランチ \`${branch}\` にコミットしました。プルリクエストを開くには push してください。`,
  branchOnly: (ids, branch) =>
    `${ids.join('、')}: ブランチ \`${branch}\` に push しました。このリポジトリは Actions によるプルリクエストの作成を許可していないため、手動で開いてください。`,
  notMade: (id, { is, path }) => `\`${id}\` は適用していません: ${REASONS[is]}（\`${path}\`）。`,
  noChangelog: 'リポジトリに CHANGELOG.md がないため、項目は追加していません。',
  remembered: (ids) => `${ids.join('、')}: メモリーに保存しました。`,
  notRemembered: (ids) =>
    `${ids.join('、')}: メモリーに接続できなかったため、保存していません。もう一度承認してください。`,
  rejectedIds: (ids) => `却下しました: ${ids.join('、')}。`,
  categoryRejected: (category) => `今後、分類 \`${category}\` の提案は行いません。`,
  lp: {
    added: (id, of) => `${id} を学習しました:「${worded(of)}」`,
    replaced: (id, of) => `${id} を変更しました:「${worded(of)}」`,
    conditioned: (id, of) => `${id} に条件を加えました:「${worded(of)}」`,
    retired: (id) => `${id} を廃止しました。`,
    rejected: (id) => `${id} を却下しました。シグナルは 0 から数え直します。`,
    unknown: (id) => `${id} という未決の提案はありません。`,
    'not-an-update': (id) =>
      `${id} には使えません。\`replace\` と \`retire\` は好みの更新（LP-UPD-…）、\`condition\` は好み（LP-…）にだけ使えます。`,
    'forbidden-subject': (id) =>
      `${id} は記録できません。正確性・完全性・セキュリティ・安全性・テストを損ねる好みは学習しません。`,
  },
  lpFull: (id, stale, cap) =>
    `${id}: 好みが上限の${cap}件に達しているため、保存していません。${stale.length === 0 ? '`/crew profile review` で確認し、どれかを削除してください。' : `長く確認されていないものを削除してください: ${stale.map(({ name }) => `\`/crew forget ${name}\``).join('、')}。`}`,
  nearCap: (now, cap) =>
    `LP数が上限に近づいています（現在 ${now}/${cap}）。古いLPの見直しを推奨します: \`/crew profile review\``,
  milestone: (n) =>
    `学習済みの好みが${n}件になりました。\`/crew profile keep\`、\`/crew profile review\`、\`/crew profile clear\` のどれかで全体を見直してください。`,
  commits: 'コミット',
  pullBody: ({ ids, from, by, run, url }) =>
    `実行 \`${from}\` の提案です。@${by} が承認しました: ${ids.join('、')}。\n\n[${run}](${url})`,
  pullTitle: {
    improvements: (titles) =>
      titles.length === 1 ? (titles[0] ?? '') : `crew への指示を改善する（${titles.length}件）`,
    skill: (name) => `スキル: ${name}`,
  },
  retrospected: (run) => `実行 \`${run}\` の振り返りです。`,
  failedRetrospect: (run) => `実行 \`${run}\` の振り返りに失敗しました。\`/crew retrospect ${run}\` でやり直せます。`,
} satisfies LearnMessages;
