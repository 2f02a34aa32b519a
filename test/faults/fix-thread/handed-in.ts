// What a fix has handed in, held against git and the records: pull requests, checks, commits, answers beside lines.

import { readMarker, wordsOf } from '../../../src/core/marker.js';
import { lastOf } from '../../../src/core/recorded.js';
import { endedCheck } from '../../../src/view/check/index.js';
import { unknownClaims } from '../../../src/workflows/fix/rules/claims.js';
import { titleOf } from '../../../src/workflows/fix/rules/hand-in.js';
import { conclusionOf } from '../../../src/workflows/check/rules/conclude.js';
import { draftFor } from './drafts.js';
import { recordsIn } from './records.js';
import { cameTo, isOver, pullsIn, type Run, type Scene } from './scene.js';
import { DETAILS, REPO } from './shop.js';
import { checksIn, gitIn } from './stands.js';
import { gitTreeOf } from './suggested.js';

/** The page that its document makes of the commit that is there. */
function pageOf({ lang }: Scene, { document, commit = '' }: Run) {
  if (!document) throw new Error('nothing was verified once more');
  const { change: _, ...of } = document;
  const ending = { is: 'told', document: { ...of, head: commit } } as const;
  return { ...endedCheck(ending, { lang, details: DETAILS }), conclusion: conclusionOf(ending) };
}

/** What crew's own pull requests say: of each, the last round of the run that opened it. */
export function untruePulls(scene: Scene): readonly string[] {
  return pullsIn(scene)
    .filter(({ body }) => readMarker(body ?? '')?.slot === 'pull')
    .flatMap((pull) => {
      const [first] = scene.runs.filter(
        ({ commit, target }) => commit && target?.branch === pull.head.ref && !target.pull,
      );
      return first ? untruePull(scene, pull, first) : [`#${pull.number} is of no run`];
    });
}

function untruePull(scene: Scene, pull: ReturnType<typeof pullsIn>[number], run: Run): readonly string[] {
  const { thread } = scene.say.fix;
  const again = `\n\n<details><summary>${thread.verifiedAgain}</summary>\n\n`;
  const [summary = '', after = ''] = wordsOf(pull.body ?? '').split(again);
  const [proof = '', ...more] = after.split('\n\n</details>\n\n').length > 1 ? splitLast(after) : [after];
  const { title, summary: page } = pageOf(scene, run);
  const drafts = draftFor(recordsIn(scene, run), run);
  const closing = [
    ...drafts.map((why) => thread.draftFor[why]),
    ...[thread.noChecks, `Closes #${run.thread}`],
    thread.provenance({ run: run.name, details: DETAILS, login: run.login }),
  ];
  const rest = more
    .join('')
    .split(/\n{2,}/)
    .filter(Boolean);
  return [
    ...(pull.title === titleIn(scene, run) ? [] : [pull.title]),
    ...(summary === '' ? [pull.body ?? ''] : unknownClaims(summary, recordsIn(scene, run))),
    ...(summary.startsWith(scene.say.fix.end({ is: 'done', shown: !drafts.includes('unshown') }))
      ? []
      : [summary.split('\n')[0] ?? '']),
    ...(proof.trim() === `### ${title}\n\n${page}`.trim() ? [] : [proof]),
    ...rest.filter((each) => !closing.includes(each)),
    ...closing.filter((each) => !rest.includes(each)).map((each) => `unsaid: ${each}`),
    ...(pull.draft === drafts.length > 0 ? [] : [`#${pull.number} is ${pull.draft ? 'a' : 'no'} draft`]),
  ];
}

/** The page of the verification has folded parts of its own: its end is the last one. */
function splitLast(text: string): readonly [string, string] {
  const end = '\n\n</details>\n\n';
  const at = text.lastIndexOf(end);
  return [text.slice(0, at), text.slice(at + end.length)];
}

function titleIn({ shop }: Scene, { thread, words }: Run): string {
  const typed = words.replace(/^\/crew \S+/, '').trim();
  return titleOf(shop.embedded.repository(REPO).numbered.get(thread)?.title ?? typed);
}

export function untrueChecks(scene: Scene): readonly string[] {
  const checks = checksIn(scene.shop);
  const committed = scene.runs.filter(({ commit }) => commit);
  const strange = checks.filter(({ sha }) => !committed.some(({ commit }) => commit === sha));
  return [
    ...strange.map(({ name, sha }) => `${name} on ${sha}`),
    ...committed.flatMap((run) => {
      const own = checks.filter(({ sha }) => sha === run.commit);
      const { title, summary, conclusion } = pageOf(scene, run);
      const isNone = own.length === 0 && isOver(run);
      return [
        ...(own.length > 1 || isNone ? [`${own.length} checks on ${run.commit}`] : []),
        ...own.flatMap((check) => [
          // One that is not concluded yet says nothing of how it came out, as long as somebody is to conclude it.
          ...(check.conclusion === conclusion || (check.conclusion === null && !isOver(run))
            ? []
            : [`${check.name} ${check.conclusion}`]),
          ...(check.title === title ? [] : [check.title ?? '']),
          ...(check.summary?.trim() === summary.trim() ? [] : [check.summary ?? '']),
        ]),
      ];
    }),
  ];
}

/** A commit holds what was verified, on top of what was worked on, and says whose it is. */
export function untrueCommits(scene: Scene): readonly string[] {
  return scene.runs.flatMap((run) => {
    const { name, commit, document, target, thread } = run;
    const isThere = target !== undefined && document?.change !== undefined && lastOf(run.journal, 'diff') !== undefined;
    const tree = isThere ? gitTreeOf(scene, run) : undefined;
    const other = !isThere || tree === document?.change?.tree ? [] : [`${name} verified another change than its own`];
    if (!commit) return other;
    const [found = '', parent = '', ...message] = gitIn(scene.shop, 'show', '-s', '--format=%T%n%P%n%B', commit).split(
      '\n',
    );
    const says = `${titleIn(scene, run)}\n\nRefs #${thread}\nCrew-Run: ${name}`;
    return [
      ...other,
      ...(found === tree ? [] : [`${commit} holds ${found}`]),
      ...(parent === target?.commit ? [] : [`${commit} is on top of ${parent}`]),
      ...(message.join('\n').trim() === says ? [] : [message.join('\n')]),
    ];
  });
}

/** What is answered beside a line, and what is suggested. */
export function untrueReplies(scene: Scene): readonly string[] {
  const { thread: say } = scene.say.fix;
  return pullsIn(scene).flatMap(({ threads, number }) =>
    threads.flatMap(({ comments, began }) =>
      comments.flatMap(({ body, author }) => {
        if (!author.login.endsWith('[bot]')) return [];
        const truths = scene.runs
          .filter((run) => run.thread === number)
          .flatMap((run) => {
            if (!run.commit) return [];
            const files = gitIn(scene.shop, 'diff', '--name-only', `${run.commit}^`, run.commit).split('\n');
            return [say.answered({ path: began.path, sha: run.commit, touched: files.includes(began.path) })];
          });
        const isSuggestion = /^`{3,}suggestion\n/.test(body);
        const isMeant = scene.runs.some((run) => run.target?.pull?.number === number && cameTo(scene, run) === 'done');
        return (isSuggestion && isMeant) || truths.includes(wordsOf(body)) ? [] : [body];
      }),
    ),
  );
}
