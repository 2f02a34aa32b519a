// What learning says to people, in English. The forms of preferences are those of the specification, in natural language.
import type { Preference, Proposal, SignalKind } from '../../memory/preferences/state.js';
import type { EditProblem } from './rules/commits.js';

const KINDS: Readonly<Record<SignalKind, readonly [string, string]>> = {
  correction: ['correction', 'corrections'],
  afterthought: ['later request', 'later requests'],
  rejection: ['rejection', 'rejections'],
  repeated_choice: ['repeated choice', 'repeated choices'],
  explicit: ['explicit statement', 'explicit statements'],
  contradiction: ['contradiction', 'contradictions'],
};

const counted = (n: number, [one, many]: readonly [string, string]): string => `${n} ${n === 1 ? one : many}`;

/** How often each kind of signal was seen. */
export const kindCounts = ({ evidence }: Pick<Proposal, 'evidence'>): readonly (readonly [SignalKind, number])[] =>
  [...new Set(evidence.map(({ kind }) => kind))].map((kind) => [
    kind,
    evidence.filter((each) => each.kind === kind).length,
  ]);

const kindsOf = (proposal: Pick<Proposal, 'evidence'>): string =>
  kindCounts(proposal)
    .map(([kind, n]) => counted(n, KINDS[kind]))
    .join(', ');

const quotes = ({ evidence }: Pick<Proposal, 'evidence'>): string =>
  evidence
    .map(({ quote, author, time, url }) => {
      const day = time.slice(0, 10);
      return `> ${quote.replace(/\s+/g, ' ')}\n> — ${author}, ${url === undefined ? day : `[${day}](${url})`}`;
    })
    .join('\n\n');

const topicOf = ({ topic }: Pick<Preference, 'topic'>): string => topic.replaceAll('_', ' ');

const worded = ({ statement, condition }: Pick<Preference, 'statement' | 'condition'>): string =>
  condition === undefined ? statement : `${statement} (${condition})`;

const REASONS: Readonly<Record<EditProblem['is'], string>> = {
  'not-allowed': 'crew may change only its roles, AGENTS.md and its configuration',
  'not-found': 'the text to be replaced is not there any more',
  'not-once': 'the text to be replaced occurs more than once',
  exists: 'the file exists already',
};

export const en = {
  head: ({
    improvements,
    skills,
    knowledge,
    preferences,
    command,
    example,
  }: {
    improvements: number;
    skills: number;
    knowledge: number;
    preferences: number;
    command: string;
    example: string;
  }): string => {
    const parts = [
      ...(improvements > 0 ? [counted(improvements, ['improvement', 'improvements'])] : []),
      ...(skills > 0 ? [counted(skills, ['skill', 'skills'])] : []),
      ...(knowledge > 0 ? [counted(knowledge, ['knowledge candidate', 'knowledge candidates'])] : []),
      ...(preferences > 0 ? [counted(preferences, ['preference', 'preferences'])] : []),
    ];
    return `**Proposals:** ${parts.join(', ')}. \`${command} approve ${example}\`, \`${command} reject ${example}\` or \`${command} defer ${example}\` decides; the list is open for 14 days.`;
  },
  fold: 'Proposals in full',
  nothing: 'No structural improvements and no skills were found.',
  improvementsHeading: 'Improvements',
  skillsHeading: 'Skills',
  knowledgeHeading: 'Knowledge and preferences',
  evidence: 'Evidence',
  details: 'See retrospective.md for details.',
  score: 'Score',
  editsFold: (id: string): string => `${id}: exact change`,
  skillFold: (id: string): string => `${id}: steps`,
  onboarding: [
    '### About learned preferences',
    '',
    'crew records “preferences” that it learned from how you work.',
    'For example, if you ask for TypeScript every time, it chooses TypeScript by itself from then on.',
    '',
    '- **Optional**: you can switch it off at any time (`build.lp_system.enabled: false`)',
    '- **Transparent**: nothing is learned without your approval',
    '- **Changeable**: you can review and delete it later (`/crew profile review`, `/crew forget`)',
    '',
    'These were learned this time.',
  ].join('\n'),
  preference: (of: Proposal, command: string): string =>
    [
      `### ${of.id}: ${topicOf(of)} (priority: ${of.priority})`,
      `**Learned**:\n“${of.statement}”`,
      `**Evidence**:\nSeen on ${counted(of.evidence.length, ['independent occasion', 'independent occasions'])} (${kindsOf(of)}; weight ${of.weight.toFixed(1)})\n\n${quotes(of)}`,
      `**Applies to**:\n${of.scope ?? 'all tasks'}`,
      `**What changes in crew's behaviour**:\n${of.action ?? of.statement}`,
      '**Quality check**: PASS (does not weaken correctness, safety or completeness)',
      `\`${command} approve ${of.id}\` · \`${command} approve ${of.id} as TEXT\` · \`${command} approve ${of.id} condition TEXT\` · \`${command} reject ${of.id}\``,
    ].join('\n\n'),
  update: (of: Proposal & { existing: Preference }, command: string): string =>
    [
      `### ${of.id}: change of ${topicOf(of)} (priority: ${of.priority})`,
      `**Learned so far**:\n“${worded(of.existing)}”`,
      `**Why it should change**:\n${counted(of.evidence.length, ['signal', 'signals'])} lately said otherwise (${kindsOf(of)}).\n\n${quotes(of)}`,
      [
        '**Proposed change**:',
        `- Replace it: \`${command} approve ${of.id} replace\` (the preference has changed)`,
        `- Add a condition: \`${command} approve ${of.id} condition TEXT\` (it depends on the context)`,
        `- Retire it: \`${command} approve ${of.id} retire\` (it applies no longer)`,
      ].join('\n'),
      `**New wording**:\n“${of.statement}”`,
      `\`${command} reject ${of.id}\` keeps what was learned so far.`,
    ].join('\n\n'),
  memoryGone: 'The memory could not be reached: no preferences were looked for.',
  unknown: (ids: readonly string[], open: readonly string[]): string =>
    `There is no open proposal ${ids.map((id) => `\`${id}\``).join(', ')}. ${open.length === 0 ? 'No proposal is open.' : `Open: ${open.map((id) => `\`${id}\``).join(', ')}.`}`,
  before: (all: readonly { id: string; by: string }[]): string =>
    all.map(({ id, by }) => `\`${id}\` was decided already, by the run \`${by}\`.`).join('\n'),
  noCategory: (category: string, categories: readonly string[]): string =>
    `There is no category \`${category}\`. Categories: ${categories.map((each) => `\`${each}\``).join(', ')}.`,
  deferred: (ids: readonly string[]): string => `Kept open: ${ids.map((id) => `\`${id}\``).join(', ')}.`,
  noRun: (run: string | undefined): string =>
    run === undefined ? 'No run has ended here that could be reviewed.' : `No ended run is called \`${run}\`.`,
  headDecided: (approved: number, rejected: number): string =>
    approved > 0
      ? counted(approved, ['proposal approved', 'proposals approved'])
      : counted(rejected, ['proposal rejected', 'proposals rejected']),
  pull: (ids: readonly string[], pull: number): string => `${ids.join(', ')}: pull request #${pull}.`,
  branch: (ids: readonly string[], branch: string): string =>
    `${ids.join(', ')}: on the local branch \`${branch}\`; push it to open a pull request.`,
  branchOnly: (ids: readonly string[], branch: string): string =>
    `${ids.join(', ')}: on the branch \`${branch}\`; this repository does not let Actions open pull requests.`,
  notMade: (id: string, { is, path }: EditProblem): string =>
    `\`${id}\` was not applied: ${REASONS[is]} (\`${path}\`).`,
  noChangelog: 'There is no CHANGELOG.md, so no line was added.',
  remembered: (ids: readonly string[]): string => `${ids.join(', ')}: remembered.`,
  notRemembered: (ids: readonly string[]): string =>
    `${ids.join(', ')}: not remembered, since the memory could not be reached. Approve again.`,
  rejectedIds: (ids: readonly string[]): string => `Rejected: ${ids.join(', ')}.`,
  categoryRejected: (category: string): string => `Proposals of the category \`${category}\` are not made again.`,
  lp: {
    added: (id: string, of: Preference): string => `${id}: learned: “${worded(of)}”`,
    replaced: (id: string, of: Preference): string => `${id}: changed: “${worded(of)}”`,
    conditioned: (id: string, of: Preference): string => `${id}: with a condition now: “${worded(of)}”`,
    retired: (id: string): string => `${id}: retired.`,
    rejected: (id: string): string => `${id}: rejected; its signals are counted anew.`,
    deferred: (id: string): string => `${id}: kept open.`,
    unknown: (id: string): string => `${id}: there is no such open proposal.`,
    'not-an-update': (id: string): string =>
      `${id}: \`replace\` and \`retire\` are for changes of a preference (LP-UPD).`,
    'forbidden-subject': (id: string): string =>
      `${id}: a preference may not weaken correctness, completeness, security, safety or tests.`,
  },
  lpFull: (id: string, stale: readonly Preference[], cap: number): string =>
    `${id}: there are ${cap} preferences, which is the most. ${stale.length === 0 ? 'Forget one first: `/crew profile review`.' : `Not reinforced for long: ${stale.map(({ name }) => `\`/crew forget ${name}\``).join(', ')}.`}`,
  nearCap: (now: number, cap: number): string =>
    `There are ${now} of ${cap} preferences. Review the old ones: \`/crew profile review\`.`,
  milestone: (n: number): string =>
    `You now have ${n} learned preferences. \`/crew profile keep\`, \`review\` or \`clear\`: see the whole profile and decide.`,
  commits: 'Commits',
  pullBody: ({
    ids,
    from,
    by,
    run,
    url,
  }: {
    ids: readonly string[];
    from: string;
    by: string;
    run: string;
    url: string;
  }): string => `Proposals of the run \`${from}\`, approved by @${by}: ${ids.join(', ')}.\n\n[${run}](${url})`,
  pullTitle: {
    improvements: (titles: readonly string[]): string =>
      titles.length === 1 ? (titles[0] ?? '') : `Improve crew's instructions (${titles.length} changes)`,
    skill: (name: string): string => `Skill: ${name}`,
  },
  retrospected: (run: string, mode: string): string => `Looked back on the run \`${run}\` (${mode}).`,
  failedRetrospect: 'The retrospective did not come to an end.',
};

export type LearnMessages = typeof en;
