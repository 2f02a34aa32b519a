// What a scan writes: the labels and the one comment of each issue, as changes with their preconditions.

import type { Ref } from '../../board.js';
import type { Change } from '../../changes/change.js';
import { bodyDigest } from '../../changes/marker.js';
import type { IssueRecord } from '../../scan-record.js';
import { adviceOf, looksOf } from './advice.js';
import { bodyOf, isOpenToWords, isWanted, needsSomebody, speakersOf, waitsForPull } from './comments.js';
import { evidenceDigestOf, preconditionOf } from './evidence.js';
import { openBlockers } from './facts.js';
import type { Verdict } from './judge.js';
import { COLOURS, type LabelPlan, labelPlanOf } from './labels.js';
import { repoOf } from './links.js';
import type { FacilitateAction } from './report.js';
import { owing } from './scan-record.js';
import { isDashboard, isExempt, numberIn, type Scene } from './scene.js';
import { whoMustAct, whoToNotify } from './who.js';
import { type Planned, SLOT } from './writes.js';

/** Crew's comment on an issue. */
export interface Stands {
  readonly digest: string;
  /** More than one came about, whoever was late: the change that says the same again takes the others away. */
  readonly doubled?: boolean | undefined;
}

export interface Hand {
  /** Crew's own comments as they stand. */
  readonly existing: ReadonlyMap<Ref, Stands>;
  /** Issues where somebody said `/crew quiet`. */
  readonly quiet: ReadonlySet<Ref>;
  /** The last gate: a comment is compared as it would be posted. */
  readonly outgoing: (text: string) => string;
  /** How many comments fit now. */
  readonly room: number;
}

export interface Maintained {
  /** Everything that is due, as the report tells it. */
  readonly actions: readonly FacilitateAction[];
  /** What fits now, in its order, with what it is about; `changes` are the same, bare. */
  readonly planned: readonly Planned[];
  readonly changes: readonly Change[];
  readonly deferred: readonly Planned[];
  /** Issues whose first comment is left to the digest, since it would have been one of too many. */
  readonly leftOut: readonly Ref[];
  /** What the next look should know, if everything planned gets written; `owing` corrects it where not. */
  readonly next: Readonly<Record<Ref, IssueRecord>>;
}

const MOST_FIRST_COMMENTS = 30;

/** Plans a look's writes. */
export function maintain(scene: Scene, hand: Hand): Maintained {
  const files = filesOf(scene, hand);
  const leftOut = leftOutOf(files, scene);
  const due = [...files]
    .sort(byTurn)
    .flatMap(({ verdict, labels, comment, freed }) => [
      ...labels,
      ...(comment && !leftOut.has(verdict.issue) ? [comment] : []),
      ...(freed ? [freed] : []),
    ]);
  const comments = due.filter(({ change }) => change.kind === 'comment');
  const deferred = comments.slice(hand.room);
  const planned = due.filter((each) => !deferred.includes(each));
  const next = Object.fromEntries(files.map((file) => [file.verdict.issue, seenOf(file, { scene, hand, leftOut })]));
  return {
    actions: due.map(({ action }) => action),
    planned,
    changes: planned.map(({ change }) => change),
    deferred,
    leftOut: [...leftOut],
    next: owing({ next, previous: scene.previous?.issues, unwritten: deferred }),
  };
}

/**
 * A first look that would comment on half the board leaves comments to the digest. So does any look to which half the
 * board has become unreadable: that is one thing to be told, not a hundred.
 */
function leftOutOf(files: readonly File[], { previous }: Scene): ReadonlySet<Ref> {
  const fresh = files.filter(({ comment }) => comment?.notifies === true);
  const unread = fresh.filter(({ verdict }) => verdict.state === 'unknown');
  const tooMany =
    !previous && fresh.length > MOST_FIRST_COMMENTS ? fresh : unread.length > MOST_FIRST_COMMENTS ? unread : [];
  return new Set(tooMany.map(({ verdict }) => verdict.issue));
}

/** All that is known of one issue while its writes are planned. */
interface File {
  readonly verdict: Verdict;
  readonly before: IssueRecord | undefined;
  readonly evidence: string;
  readonly wanted: boolean;
  readonly labelPlan: LabelPlan;
  readonly labels: readonly Planned[];
  readonly comment: Planned | undefined;
  /** That its last blocker is gone, told once. */
  readonly freed: Planned | undefined;
}

function filesOf(scene: Scene, hand: Hand): readonly File[] {
  const wanted = scene.verdicts.filter(
    (verdict) => isOpenToWords(verdict, scene, hand.quiet) && isWanted(verdict, scene, beforeOf(verdict, scene)),
  );
  const speakers = speakersOf(wanted.filter(waitsForPull), (ref) => hand.existing.has(ref));
  const speaks = new Set(
    wanted.filter((each) => !waitsForPull(each) || speakers.has(each.issue)).map(({ issue }) => issue),
  );
  return scene.verdicts.map((verdict) => {
    const before = beforeOf(verdict, scene);
    const evidence = evidenceDigestOf(verdict);
    const labelPlan = untouchable(verdict, scene)
      ? untouched(before)
      : labelPlanOf(verdict, scene, { before, evidence });
    const of = { verdict, before, evidence, labelPlan, wanted: speaks.has(verdict.issue) };
    return {
      ...of,
      labels: labelChanges(of, scene),
      comment: commentChange(of, { scene, hand, also: speakers.get(verdict.issue) ?? [] }),
      freed: freedChange(of, { scene, hand }),
    };
  });
}

const beforeOf = ({ issue }: Verdict, { previous }: Scene): IssueRecord | undefined => previous?.issues[issue];

/**
 * What could not be read is no reason to take labels off and put them on again; what is exempt is nobody's to label.
 */
const untouchable = (verdict: Verdict, scene: Scene): boolean =>
  verdict.state === 'unknown' ||
  verdict.case.issue.transferredTo !== undefined ||
  isExempt(verdict, scene) ||
  isDashboard(verdict, scene);

const untouched = (before: IssueRecord | undefined): LabelPlan => ({
  add: [],
  remove: [],
  stand: before?.labels ?? [],
  removed: before?.removed ?? {},
});

const placeOf = ({ issue }: Verdict, { board }: Scene) => ({
  issue: numberIn(issue),
  ...(repoOf(issue) === board.repo ? {} : { repo: repoOf(issue) }),
});

function labelChanges({ verdict, labelPlan }: Pick<File, 'verdict' | 'labelPlan'>, scene: Scene): readonly Planned[] {
  const number = scene.number(verdict.issue);
  const looking = ({ meaning }: LabelPlan['add'][number]) => ({
    look: { colour: COLOURS[meaning], description: scene.say.labelMeans(meaning) },
  });
  const planned =
    (action: 'add' | 'remove') =>
    (each: LabelPlan['add'][number]): Planned => ({
      ref: verdict.issue,
      change: {
        kind: 'label',
        ...placeOf(verdict, scene),
        label: each.label,
        action,
        ...(action === 'add' ? looking(each) : {}),
        while: { issue: verdict.case.issue.closed ? 'closed' : 'open', evidence: preconditionOf(verdict) },
      },
      action:
        each.meaning === 'attention' && action === 'add'
          ? { action: 'attention', issue: number, body: attentionOf(verdict, scene), label: each.label }
          : {
              ...{ action: 'label', issue: number, body: scene.say.label({ ...each, action }), label: each.label },
              ...(action === 'remove' ? { remove: true } : {}),
            },
      notifies: false,
    });
  return [...labelPlan.remove.map(planned('remove')), ...labelPlan.add.map(planned('add'))];
}

function attentionOf(verdict: Verdict, scene: Scene): string {
  const reader = repoOf(verdict.issue);
  const advice = adviceOf(verdict, scene, reader);
  return scene.say.attention({ advice, looks: looksOf(verdict, scene, reader), who: whoMustAct(verdict, scene) });
}

interface Speaking {
  readonly scene: Scene;
  readonly hand: Hand;
  readonly also: readonly Ref[];
}

/** A new comment where one is due; an edit where one stands and says something else. */
function commentChange(
  of: Omit<File, 'labels' | 'comment' | 'freed'>,
  { scene, hand, also }: Speaking,
): Planned | undefined {
  const { verdict } = of;
  if (!isOpenToWords(verdict, scene, hand.quiet)) return undefined;
  const existing = hand.existing.get(verdict.issue);
  if (!existing && !isDueAnew(of)) return undefined;
  // What could not be judged just once is no news: what stands stays.
  if (existing && verdict.state === 'unknown' && !needsSomebody(verdict, of.before)) return undefined;
  const body = bodyOf(verdict, scene, also);
  if (existing?.digest === bodyDigest(hand.outgoing(body)) && !existing.doubled) return undefined;
  return {
    ref: verdict.issue,
    change: {
      ...{ kind: 'comment', ...placeOf(verdict, scene), slot: SLOT, body, existing: existing?.digest ?? null },
      authors: scene.identity.logins,
      while: { issue: verdict.case.issue.closed ? 'closed' : 'open', evidence: preconditionOf(verdict) },
    },
    action: { action: existing ? 'update' : 'comment', issue: scene.number(verdict.issue), body },
    notifies: !existing,
  };
}

/** The last blocker is gone: the assignee, else the author, is told once, in a comment of its own. */
function freedChange(
  { verdict, before }: Pick<File, 'verdict' | 'before'>,
  { scene, hand }: Pick<Speaking, 'scene' | 'hand'>,
): Planned | undefined {
  const isFree = before?.held === true && !holds(verdict) && verdict.state !== 'unknown' && verdict.state !== 'done';
  if (!isFree || !scene.config.facilitate['notify-unblocked'] || !isOpenToWords(verdict, scene, hand.quiet))
    return undefined;
  const body = scene.say.unblocked({ who: whoToNotify(verdict) });
  // Blocked and freed again on another day is news again.
  const slot = `unblocked:${scene.board.observedAt.slice(0, 10)}`;
  return {
    ref: verdict.issue,
    change: {
      ...{ kind: 'comment', ...placeOf(verdict, scene), slot, body, existing: null },
      authors: scene.identity.logins,
      while: { issue: 'open', evidence: preconditionOf(verdict) },
    },
    action: { action: 'comment', issue: scene.number(verdict.issue), body },
    notifies: true,
  };
}

/**
 * Nothing stands. It is due when it was not before; of what was left out at the first look, when it has changed since.
 */
function isDueAnew({ wanted, before, evidence }: Pick<File, 'wanted' | 'before' | 'evidence'>): boolean {
  if (!wanted) return false;
  return before?.notified !== true || (before.owed && before.evidence !== evidence);
}

/** What was owed comes first, then what somebody must act on, then what is older. */
function byTurn(a: File, b: File): number {
  const turn = ({ before, wanted, verdict }: File) => [
    before?.owed ? 0 : 1,
    wanted ? 0 : 1,
    Date.parse(verdict.case.issue.createdAt),
  ];
  const [one, other] = [turn(a), turn(b)];
  const at = one.findIndex((each, n) => each !== other[n]);
  return at < 0 ? numberIn(a.verdict.issue) - numberIn(b.verdict.issue) : (one[at] ?? 0) - (other[at] ?? 0);
}

interface Leaving {
  readonly scene: Scene;
  readonly hand: Hand;
  readonly leftOut: ReadonlySet<Ref>;
}

function seenOf(file: File, { scene, hand, leftOut }: Leaving): IssueRecord {
  const { verdict, before, labelPlan } = file;
  const { state, rule } = verdict;
  return {
    state,
    rule,
    since: before?.state === state ? before.since : scene.board.observedAt,
    unknownScans: state === 'unknown' ? (before?.unknownScans ?? 0) + 1 : 0,
    ...saysOf(file, { hand, leftOut }),
    labels: labelPlan.stand,
    removed: labelPlan.removed,
    ...(holds(verdict) || (verdict.state === 'unknown' && before?.held) ? { held: true as const } : {}),
    ...notificationOf(file, leftOut),
  };
}

/** Whether something open still holds it up; kept while nobody could be told that nothing does. */
const holds = (verdict: Verdict): boolean => openBlockers(verdict.case).length > 0;

/** What stands of crew's when everything planned is written. */
function saysOf({ verdict, comment }: File, { hand, leftOut }: Omit<Leaving, 'scene'>): Pick<IssueRecord, 'says'> {
  const change = leftOut.has(verdict.issue) ? undefined : comment?.change;
  const existing = hand.existing.get(verdict.issue)?.digest;
  const says = change?.kind === 'comment' ? bodyDigest(hand.outgoing(change.body)) : existing;
  return says === undefined ? {} : { says };
}

/** What people have been told. A look to which an issue was unreadable changes nothing of that. */
function notificationOf(
  { verdict, before, evidence, wanted, comment }: File,
  leftOut: ReadonlySet<Ref>,
): Pick<IssueRecord, 'evidence' | 'notified' | 'owed'> {
  if (verdict.state === 'unknown' && before && !wanted) {
    const { notified, owed } = before;
    return { evidence: before.evidence, notified, owed };
  }
  const isSilent = wanted && comment === undefined && before?.evidence === evidence;
  const stillLeftOut = isSilent && before.owed && before.notified;
  return { evidence, notified: wanted, owed: leftOut.has(verdict.issue) || stillLeftOut };
}
