// Reads all that crew said of a fix as a stranger would, and holds it against what there is: git, what GitHub shows, the records.
// Twice over: each sentence has to be one that is true now, and each name and number in it has to be there for whoever looks it up.
import { endOf, type Journal } from '../../../src/core/journal.js';
import { type OutcomeName, outcomes } from '../../../src/core/outcome.js';
import { everyOf } from '../../../src/core/recorded.js';
import type { PullRequest } from '../../../src/sandbox/github/state.js';
import { messages } from '../../../src/text/lang/index.js';
import type { VerifyDocument } from '../../../src/verify/artifact.js';
import { endedCheck } from '../../../src/view/check/index.js';
import { unknownClaims } from '../../../src/workflows/fix/claims.js';
import { conclusionOf } from '../../../src/workflows/review/conclude.js';
import { recordsIn } from './records.js';
import { DETAILS, type FixShop, REPO } from './shop.js';
import { checksIn, gitIn, journalIn, refsIn, saidIn } from './stands.js';

const say = messages('en');
const { thread } = say.fix;

interface Scene {
  readonly shop: FixShop;
  readonly run: string;
  readonly journal: Journal;
  readonly document: VerifyDocument;
  /** The commit that was handed in, as git has it. */
  readonly sha: string | undefined;
  readonly pull: PullRequest | undefined;
}

/** Every sentence that is not true; empty when all are. */
export function untruthsIn(
  shop: FixShop,
  { run, document }: { run: string; document: VerifyDocument },
): readonly string[] {
  const [branch] = refsIn(shop, 'refs/heads/').filter((name) => name.startsWith('crew/'));
  const sha = branch && gitIn(shop, 'rev-parse', `refs/heads/${branch}`);
  const pull = shop.embedded.repository(REPO).pulls.find(({ head, state }) => head.ref === branch && state === 'open');
  const scene: Scene = { shop, run, document, journal: journalIn(shop, run), sha, pull };
  return [
    ...untrueComments(scene),
    ...untruePull(scene),
    ...untrueChecks(scene),
    ...untrueCommit(scene),
    ...notThere(scene),
  ];
}

const paragraphs = (text: string): readonly string[] => text.split(/\n{2,}/).filter((each) => each.trim() !== '');

/** What crew said, without the record folded below it: that is the journal's own view, which has tests of its own. */
const wordsIn = (shop: Scene['shop']): readonly string[] =>
  saidIn(shop).map((text) => text.split(`\n\n<details><summary>${thread.record}`)[0] ?? '');

function untrueComments(scene: Scene): readonly string[] {
  const truths = new Set(sayable(scene));
  return wordsIn(scene.shop)
    .flatMap(paragraphs)
    .filter((each) => !truths.has(each));
}

/** What may stand below the issue, as things are. */
function sayable({ shop, run, journal, pull, sha }: Scene): readonly string[] {
  const end = endOf(journal);
  // Said before it is written down: then all of it has to be there already.
  const isHandedIn = pull && sha && checksIn(shop).some((check) => check.sha === sha && check.conclusion !== null);
  const of = { run, details: DETAILS };
  const overAs = (name: OutcomeName) => thread.over({ ...of, status: say.statusWord(outcomes[name].status) });
  const { error, id, lost } = (end?.result ?? {}) as {
    error?: Parameters<typeof say.mishap>[0];
    id?: string;
    lost?: string;
  };
  return [
    '@maya',
    ...(end ? [overAs(end.outcome)] : [thread.begun(of), ...(isHandedIn ? [overAs('done')] : [])]),
    ...(pull && sha ? [thread.ready({ pull: pull.number, draft: pull.draft }), thread.noChecks] : []),
    ...(error ? paragraphs(say.mishap(error)) : []),
    ...(id === undefined ? [] : paragraphs(say.fault({ id }))),
    ...(lost === undefined ? [] : [thread.lost({ run, how: lost })]),
  ];
}

/** The page that the document makes of the commit that is there. */
function pageOf({ document, sha = '' }: Scene) {
  const ending = { is: 'told', document: { ...document, head: sha } } as const;
  return { ...endedCheck(ending, { lang: 'en', details: DETAILS }), conclusion: conclusionOf(ending) };
}

function untruePull(scene: Scene): readonly string[] {
  const { shop, run, journal, pull } = scene;
  if (!pull) return [];
  const [issue] = shop.embedded.repository(REPO).issues;
  const [, summary = '', again = '', rest = ''] =
    /^([\s\S]*?)\n\n<details><summary>Verified once more[^\n]*\n\n([\s\S]*)\n\n<\/details>\n\n([\s\S]*?)\n*<!-- crew:/.exec(
      pull.body ?? '',
    ) ?? [];
  const { title, summary: page } = pageOf(scene);
  const closing = [
    'Closes #1',
    thread.provenance({ run, details: DETAILS, login: 'maya' }),
    ...Object.values(pull.draft ? thread.draftFor : {}),
  ];
  return [
    ...(pull.title === issue?.title ? [] : [pull.title]),
    ...(summary === '' ? [pull.body ?? ''] : unknownClaims(summary, recordsIn(shop, journal))),
    ...(again.trim() === `### ${title}\n\n${page}`.trim() ? [] : [again]),
    ...paragraphs(rest).filter((each) => !closing.includes(each)),
  ];
}

function untrueChecks(scene: Scene): readonly string[] {
  const { title, summary, conclusion } = pageOf(scene);
  const isOpen = endOf(scene.journal) === undefined;
  const nameOf = (check: { name: string; conclusion: string | null }) => `${check.name} ${check.conclusion}`;
  return checksIn(scene.shop).flatMap((check) => [
    ...(check.sha === scene.sha ? [] : [`${check.name} on ${check.sha}`]),
    // One that is not concluded yet says nothing of how it came out, as long as somebody is to conclude it.
    ...(check.conclusion === (isOpen && check.conclusion === null ? null : conclusion) ? [] : [nameOf(check)]),
    ...(check.title === title ? [] : [check.title ?? '']),
    ...(check.summary?.trim() === summary.trim() ? [] : [check.summary ?? '']),
  ]);
}

function untrueCommit({ shop, run, sha }: Scene): readonly string[] {
  if (sha === undefined) return [];
  const message = gitIn(shop, 'log', '-1', '--format=%B', sha).trim();
  const [issue] = shop.embedded.repository(REPO).issues;
  return message === `${issue?.title}\n\nRefs #1\nCrew-Run: ${run}` ? [] : [message];
}

/** Names and numbers, wherever they stand, that nobody finds. */
function notThere({ shop, run, journal, document, pull }: Scene): readonly string[] {
  const checks = checksIn(shop).flatMap(({ title, summary }) => [title ?? '', summary ?? '']);
  const written = JSON.stringify([journal, document]);
  const text = [
    ...wordsIn(shop),
    ...(pull ? [pull.title, (pull.body ?? '').replace(/<!-- crew:[^>]*-->$/, '')] : []),
    ...checks,
  ]
    .join('\n')
    .replaceAll(run, '')
    .replace(/\d{8}T\d{6}Z-[0-9a-f]{8}/g, (id) => (written.includes(id) ? '' : id));
  const objects = gitIn(shop, 'rev-list', '--all', '--objects', '--no-object-names').split('\n');
  const digests = [...objects, ...(written.match(/\b[0-9a-f]{64}\b/g) ?? [])];
  const { numbered } = shop.embedded.repository(REPO);
  const files = new Set(gitIn(shop, 'log', '--all', '--name-only', '--format=').split('\n'));
  const counts = countsIn(journal, document);
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([whole, name = '']) => ({ whole, name }));
  return [
    ...found(/\b(?=\w*\d)([0-9a-f]{7,64})\b/g).filter(({ name }) => !digests.some((each) => each.startsWith(name))),
    ...found(/(crew\/issue-\d+(?:-\d+)?)/g).filter(({ name }) => !refsIn(shop, 'refs/heads/').includes(name)),
    ...found(/#(\d+)\b/g).filter(({ name }) => !numbered.has(Number(name))),
    ...found(/`([\w./-]+\.[a-z]+)`/g).filter(({ name }) => !files.has(name)),
    ...found(/\b(\d+ (?:passed|failed))\b/g).filter(({ name }) => !counts.has(name)),
    ...found(/\bended with (\d+)/g).filter(({ name }) => !exitsIn(journal, document).has(Number(name))),
  ].map(({ whole }) => whole);
}

const headAndBase = ({ found }: VerifyDocument) =>
  found.is === 'verified' ? [...found.base.steps, ...found.head.steps] : [];

const exitsIn = (journal: Journal, document: VerifyDocument): ReadonlySet<number | null> =>
  new Set(
    [...everyOf(journal, 'verification').flatMap(({ steps }) => steps), ...headAndBase(document)].map(
      ({ exit }) => exit,
    ),
  );

/** `2 passed`, `1 failed`, wherever that was counted. */
function countsIn(journal: Journal, document: VerifyDocument): ReadonlySet<string> {
  const steps = everyOf(journal, 'verification').flatMap((each) => each.steps);
  const own = steps.flatMap(({ tests = [] }) =>
    (['passed', 'failed'] as const).map((kind) => `${tests.filter(({ status }) => status === kind).length} ${kind}`),
  );
  const again = headAndBase(document).flatMap(({ count }) =>
    count ? [`${count.passed} passed`, `${count.failed} failed`] : [],
  );
  return new Set([...own, ...again]);
}
