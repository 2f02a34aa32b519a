// Applies a decision about proposals: pull requests, knowledge, preferences, and rejected categories. Applying it twice has the same effect
// as once: decided proposals are not selected again, and branches are named after the run. Used by publish.ts on GitHub and by work.ts at a
// terminal.
import type { Config } from '../../config/index.js';
import { approve, type Decided, howOf, reject } from '../../memory/preferences/decide.js';
import type { PreferenceState } from '../../memory/preferences/state.js';
import type { Outcome, RunRecord } from '../../ports/run.js';
import { iso } from '../../runs/record.js';
import type { DecideOrder } from './gate.js';
import type { Learning } from './learning.js';
import type { LearnMessages } from './messages.en.js';
import { improvementCommits, type ProposalCommit, pathsOf, SKILLS, skillCommit } from './rules/commits.js';
import { type Decision, type Item, type ItemOf, type OpenItem, selectItems } from './rules/list.js';
import type { AppliedEntry } from './rules/proposal-text.js';

/** The repository that approved changes are written to: as pull requests on GitHub, as local branches at a terminal. */
export interface DecisionRepository {
  /** Files of the commit that the changes are based on. */
  read(paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Commits to a new branch and, on GitHub, opens a pull request. */
  open(newBranch: NewBranch): Promise<CreatedBranch>;
}

/** The branch of approved changes, with the texts of its pull request. */
export interface NewBranch {
  readonly branch: string;
  readonly title: string;
  readonly body: string;
  readonly commits: readonly ProposalCommit[];
}

/** `branch-only`: the branch was pushed, but a pull request could not be opened. `shas`: its commits, in order. */
export interface CreatedBranch {
  readonly shas: readonly string[];
  readonly pull?: number | undefined;
  readonly where: 'pull' | 'local' | 'branch-only';
}

/** A decision, and all that is needed to apply it. */
export interface DecisionInput {
  readonly run: string;
  readonly issue: number | undefined;
  /** Page of the Actions run; empty at a terminal. */
  readonly url: string;
  /** Milliseconds. */
  readonly now: number;
  readonly order: DecideOrder;
  /** All runs but this one. */
  readonly records: readonly RunRecord[];
  readonly config: Config;
  readonly configFile: string;
  readonly learning: Learning | null;
  readonly repository: DecisionRepository;
  /** Improvements as `approve … as TEXT` words them. */
  readonly reworded: readonly Item[];
  readonly say: LearnMessages;
  /** The whole profile, shown at a milestone. */
  readonly profile: (state: PreferenceState) => string;
}

/** A decision that is being applied, and what it has done so far. */
interface DecisionState {
  readonly input: DecisionInput;
  /** The lines of the reply. */
  readonly lines: string[];
  readonly decidedItems: Decision[];
  /** Decisions about items and preferences, for the log of the run that proposed them. */
  readonly logEntries: AppliedEntry[];
  /** Short digest and subject of each commit. */
  readonly commits: string[];
  readonly pulls: number[];
}

/** Applies a decision and returns the outcome of the run. */
export async function applyDecision(input: DecisionInput): Promise<Outcome> {
  const { order, records, now, issue, say } = input;
  const { items, preferences, decidedBefore, unknown } = selectItems(order, { records, now, issue });
  const state: DecisionState = { input, lines: [], decidedItems: [], logEntries: [], commits: [], pulls: [] };
  if (order.decision === 'approve') await approveAll(state, items);
  else await rejectAll(state, items);
  for (const id of preferences) await decidePreference(state, id);
  if (decidedBefore.length > 0) state.lines.push(say.before(decidedBefore));
  if (unknown.length > 0) state.lines.push(say.unknown(unknown, []));
  const { commits, lines, decidedItems, logEntries, pulls } = state;
  const log = commits.length === 0 ? [] : [`**${say.commits}**\n\n\`\`\`\n${commits.join('\n')}\n\`\`\``];
  const isDone = logEntries.length > 0 || order.category !== undefined;
  const head = say.headDecided(
    logEntries.filter(({ decision }) => decision === 'approved').length,
    logEntries.filter(({ decision }) => decision === 'rejected').length,
  );
  return {
    name: isDone ? 'done' : 'refused',
    says: [...(logEntries.length > 0 ? [`**${head}**`] : []), lines.map((line) => `- ${line}`).join('\n'), ...log].join(
      '\n\n',
    ),
    result: {
      decided: decidedItems,
      applied: logEntries,
      pulls,
      ...(pulls[0] === undefined ? {} : { pull: pulls[0] }),
    },
  };
}

/** Adds the log entry of a decision. `outcome`: what it changed. */
function addLogEntry({ input: { order, now }, logEntries }: DecisionState, id: string, outcome: string): void {
  const decision = order.decision === 'approve' ? 'approved' : 'rejected';
  logEntries.push({ id, decision, at: iso(now), by: order.by, outcome });
}

/** Adds an item of the list to the decided ones, with its log entry. */
function addDecidedItem(state: DecisionState, { run, item }: OpenItem, outcome: string): void {
  const decision = state.input.order.decision === 'approve' ? 'approved' : 'rejected';
  state.decidedItems.push({ id: item.id, of: run, decision });
  addLogEntry(state, item.id, outcome);
}

/** Approves the items, in the wording of the command. */
async function approveAll(state: DecisionState, open: readonly OpenItem[]): Promise<void> {
  const current = open.map((each) => ({ ...each, item: withNewWording(each.item, state.input) }));
  const ofKind = <K extends Item['kind']>(kind: K) =>
    current.filter((each): each is OpenItem & { item: ItemOf<K> } => each.item.kind === kind);
  await approveImprovements(state, ofKind('improvement'));
  for (const each of ofKind('skill')) await approveSkill(state, each);
  await approveKnowledge(state, ofKind('knowledge'));
}

/** Applies `as TEXT`: the reworded improvement, the description of a skill, or the only observation of knowledge. */
function withNewWording(item: Item, { order, reworded }: DecisionInput): Item {
  const how = howOf(order.how);
  if (how.is !== 'as') return item;
  if (item.kind === 'improvement') return reworded.find(({ id }) => id === item.id) ?? item;
  if (item.kind === 'skill') return { ...item, of: { ...item.of, description: how.text } };
  return { ...item, of: { ...item.of, observations: [how.text] } };
}

/** The end of the run's id, for names of branches. */
const runSuffix = (run: string): string => run.slice(-10).replaceAll('.', '-');

/** Opens one pull request with a commit for each improvement. */
async function approveImprovements(
  state: DecisionState,
  open: readonly (OpenItem & { item: ItemOf<'improvement'> })[],
): Promise<void> {
  if (open.length === 0) return;
  const { input, lines } = state;
  const { run, say, config, configFile, repository } = input;
  const base = await repository.read(pathsOf(open.map(({ item }) => item.of)));
  const where = { run, configFile, agents: config.facilitate.agentDiscoveryPath };
  const result = improvementCommits(
    open.map(({ item }) => item),
    base,
    where,
  );
  for (const { id, why } of result.notMade) lines.push(say.notMade(id, why));
  const applicable = open.filter(({ item }) => result.commits.some(({ id }) => id === item.id));
  if (applicable.length > 0) {
    const titles = applicable.map(({ item }) => item.of.title);
    const newBranch = {
      branch: `crew/improve-${runSuffix(run)}`,
      title: say.pullTitle.improvements(titles),
      commits: result.commits,
    };
    await openPull(state, applicable, newBranch);
  }
  if (result.changelog === 'absent') lines.push(say.noChangelog);
}

/** Opens a pull request that adds the skill's document. */
async function approveSkill(state: DecisionState, open: OpenItem & { item: ItemOf<'skill'> }): Promise<void> {
  const { input, lines } = state;
  const { run, say, repository } = input;
  const { item } = open;
  const path = `${SKILLS}${item.of.name}.md`;
  if ((await repository.read([path])).has(path)) {
    lines.push(say.notMade(item.id, { is: 'exists', path }));
    return;
  }
  const branch = `crew/skill-${item.of.name}-${runSuffix(run)}`;
  await openPull(state, [open], {
    branch,
    title: say.pullTitle.skill(item.of.name),
    commits: [skillCommit(item, run)],
  });
}

/** Opens a pull request or branch, and records its items as decided. */
async function openPull(
  state: DecisionState,
  open: readonly OpenItem[],
  newBranch: Omit<NewBranch, 'body'>,
): Promise<void> {
  const { input, lines, commits, pulls } = state;
  const { say, repository, run, url, order } = input;
  const ids = open.map(({ item }) => item.id);
  const body = say.pullBody({
    ids,
    from: [...new Set(open.map((each) => each.run))].join(', '),
    by: order.by,
    run,
    url,
  });
  const { shas, pull, where } = await repository.open({ ...newBranch, body });
  const texts = newBranch.commits.map(({ message }, n) => `${(shas[n] ?? '').slice(0, 7)} ${message.split('\n')[0]}`);
  commits.push(...texts);
  if (pull !== undefined) {
    pulls.push(pull);
    lines.push(say.pull(ids, pull));
  } else lines.push(where === 'local' ? say.branch(ids, newBranch.branch) : say.branchOnly(ids, newBranch.branch));
  for (const each of open) {
    const n = newBranch.commits.findIndex(({ id }) => id === each.item.id);
    addDecidedItem(
      state,
      each,
      `commit ${shas[n] ?? ''}${pull === undefined ? ` on ${newBranch.branch}` : ` in #${pull}`}`,
    );
  }
}

/** Saves knowledge to the memory. */
async function approveKnowledge(
  state: DecisionState,
  open: readonly (OpenItem & { item: ItemOf<'knowledge'> })[],
): Promise<void> {
  if (open.length === 0) return;
  const { input, lines } = state;
  const { learning, say } = input;
  const ids = open.map(({ item }) => item.id);
  try {
    if (!learning) throw new Error('no memory');
    for (const { item } of open) await remember(learning, item);
    lines.push(say.remembered(ids));
    for (const each of open) addDecidedItem(state, each, `entity ${(each.item as ItemOf<'knowledge'>).of.name}`);
  } catch {
    lines.push(say.notRemembered(ids));
  }
}

/** Creates the entity, or adds the observations to an existing one. */
async function remember({ knowledge: memory }: Learning, { of }: ItemOf<'knowledge'>): Promise<void> {
  const { name, entityType, observations } = of;
  const { entities } = await memory.openNodes([name]);
  if (entities.length === 0) await memory.createEntities([{ name, entityType, observations: [...observations] }]);
  else await memory.addObservations([{ entityName: name, contents: [...observations] }]);
}

/** Rejects the items, and the category if the command names one. */
async function rejectAll(state: DecisionState, open: readonly OpenItem[]): Promise<void> {
  const { input, lines } = state;
  const { order, learning, now, run, say } = input;
  for (const each of open) addDecidedItem(state, each, order.why === undefined ? 'rejected' : `rejected: ${order.why}`);
  if (open.length > 0) lines.push(say.rejectedIds(open.map(({ item }) => item.id)));
  const { category, why } = order;
  if (category === undefined) return;
  const date = iso(now).slice(0, 10);
  const description = open.map(({ item }) => titleOf(item)).join('; ') || category;
  const from = open[0]?.run ?? run;
  const isRecorded = await learning?.reject({ category, date, from, description, reason: why }).then(
    () => true,
    () => false,
  );
  lines.push(isRecorded ? say.categoryRejected(category) : say.notDecided(category));
}

const titleOf = ({ kind, of }: Item): string => (kind === 'improvement' ? of.title : of.name);

/** Decides about a preference. The memory, not a run record, knows which preferences are open. */
async function decidePreference(state: DecisionState, id: string): Promise<void> {
  const { input, lines } = state;
  const { learning, order, now, config, say } = input;
  const cap = config.build.lp_system.lp_cap;
  if (!learning) {
    lines.push(say.notDecided(id));
    return;
  }
  const decision = await learning.preferences
    .update((before) => {
      const decided =
        order.decision === 'reject'
          ? reject(before, id, now)
          : approve(before, id, howOf(order.how), { now, by: order.by, cap });
      const state = 'state' in decided ? decided.state : before;
      return { state, value: { decided, count: state.preferences.length } };
    })
    .catch(() => null);
  if (!decision) {
    lines.push(say.notDecided(id));
    return;
  }
  const { decided, count } = decision;
  lines.push(...preferenceLines(decided, id, { say, cap, count }));
  if ('milestone' in decided) lines.push(indented(input.profile(decided.state)));
  if ('state' in decided) addLogEntry(state, id, `preference ${decided.is}`);
}

/** The text as a part of a list item. */
const indented = (text: string): string => text.replaceAll('\n', '\n  ');

/** The lines of the reply about a preference. `count`: how many there are now; `cap`: how many there may be. */
function preferenceLines(
  decided: Decided,
  id: string,
  { say, cap, count }: { readonly say: LearnMessages; readonly cap: number; readonly count: number },
): readonly string[] {
  if (decided.is === 'full') return [say.lpFull(id, decided.stale, cap)];
  if (!('preference' in decided)) return [say.lp[decided.is](id)];
  const { preference, milestone } = decided;
  return [
    say.lp[decided.is](id, preference),
    ...(milestone === undefined ? [] : [say.milestone(milestone)]),
    // Two places or fewer are left.
    ...(decided.is === 'added' && count >= cap - 2 ? [say.nearCap(count, cap)] : []),
  ];
}
