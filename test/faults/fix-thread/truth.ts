// Reads all that crew said of its fixes as a stranger would, and holds it against what there is: git, what GitHub shows, the records.
// Twice over: each sentence has to be one that is true now, and each name and number in it has to be there for whoever looks it up.
import { digestOf } from '../../../src/text/digest.js';
import { endOf } from '../../../src/core/journal.js';
import { readMarker, wordsOf } from '../../../src/core/marker.js';
import { type OutcomeName, outcomes } from '../../../src/core/outcome.js';
import { unknownClaims } from '../../../src/workflows/fix/rules/claims.js';
import { untrueChecks, untrueCommits, untruePulls, untrueReplies } from './handed-in.js';
import { notThere } from './names.js';
import { recordsIn } from './records.js';
import {
  cameTo,
  type Documents,
  isCalledOff,
  isOver,
  isPutDown,
  type Run,
  roundAfter,
  type Scene,
  sceneOf,
} from './scene.js';
import { DETAILS, type FixShop, REPO } from './shop.js';
import { holderIn } from './stands.js';
import { endsFor, isEndOf, wordsFor } from './words.js';

/** Every sentence that is not true; empty when all are. */
export const untruthsIn = (shop: FixShop, documents: Documents): readonly string[] => untrue(sceneOf(shop, documents));

/** The same where nobody is at work any more, with what is left behind; empty when nothing is. */
export function foundIn(shop: FixShop, documents: Documents) {
  const scene = sceneOf(shop, documents);
  return { untruths: untrue(scene), leftovers: leftoversIn(scene) };
}

function untrue(scene: Scene): readonly string[] {
  return [
    ...untrueComments(scene),
    ...scene.runs.flatMap((run) => untrueEnd(scene, run)),
    ...untruePulls(scene),
    ...untrueChecks(scene),
    ...untrueReplies(scene),
    ...untrueCommits(scene),
    ...notThere(scene, saidIn(scene)),
  ];
}

export const paragraphs = (text: string): readonly string[] =>
  text.split(/\n{2,}/).flatMap((each) => each.trim() || []);

const BOT = 'github-actions[bot]';

/** What crew said in all threads; without the record folded below it: that is the journal's own view, which has tests of its own. */
function commentsIn({ shop, say }: Scene) {
  const { issues, pulls } = shop.embedded.repository(REPO);
  const all = [...issues, ...pulls].flatMap(({ number, comments }) => comments.map((each) => ({ number, ...each })));
  return all
    .filter(({ author }) => author.login === BOT)
    .map(({ number, body }) => ({
      ...{ number, slot: readMarker(body)?.slot ?? '' },
      text: wordsOf(body).split(`\n\n<details><summary>${say.fix.thread.record}`)[0] ?? '',
    }));
}

const saidIn = (scene: Scene): readonly string[] => commentsIn(scene).map(({ text }) => text);

function untrueComments(scene: Scene): readonly string[] {
  return commentsIn(scene).flatMap(({ number, slot, text }) => {
    const here = scene.runs.filter(({ thread }) => thread === number);
    const shown = here.filter(({ root }) => slot === `run:${digestOf(root).slice(0, 12)}`);
    if (shown.length > 0) return shown.some((run) => standings(scene, run).includes(text)) ? [] : [text];
    if (slot.startsWith('answer:')) return heardFor(scene, here).includes(text) ? [] : [text];
    const said = here.find((run) => slotsOf(run).includes(slot));
    return said ? untrueWord(scene, said, text) : [text];
  });
}

/** What whoever called one of them off was told. */
const heardFor = ({ say }: Scene, runs: readonly Run[]): readonly string[] =>
  runs.filter(isCalledOff).map(({ name }) => say.heard({ said: 'cancel', run: name, hearing: 'heard' }));

/** By which a word of a run to whoever asked is known: one for each time that it came to an end. */
const slotsOf = ({ name }: Run): readonly string[] =>
  [0, 1, 2, 3].map((n) => `end:${digestOf(`${name} ${n}`).slice(0, 12)}`);

/** What may stand where a run shows how it stands; a round shows it in the place of the run before. */
function standings(scene: Scene, run: Run): readonly string[] {
  const { thread, status } = {
    thread: scene.say.fix.thread,
    status: (name: OutcomeName) => scene.say.statusWord(outcomes[name].status),
  };
  const of = { run: run.name, details: DETAILS };
  const came = cameTo(scene, run);
  const next = roundAfter(scene, run);
  // Where the next one is over, that is what stands there.
  if (next && isOver(next)) return [];
  const over = came === null ? [] : [thread.over({ ...of, status: status(came) })];
  const begins = /\.r\d+$/.test(run.name) ? thread.round({ ...of, why: 'verify' }) : thread.begun(of);
  return [...(isOver(run) ? [] : [begins]), ...over.map((each) => (next ? `${each} ${thread.oneMore}` : each))];
}

/** The word to whoever asked: whom it is to, sentences that are true of how it came out, and a page over the records. */
function untrueWord(scene: Scene, run: Run, text: string): readonly string[] {
  const { say } = scene;
  const [to = '', ...said] = paragraphs(unfolded(text, say.fix.heading.diff));
  const came = cameTo(scene, run);
  if (came === null || roundAfter(scene, run)) return [text];
  const truths = new Set(wordsFor(scene, run, came));
  const rest = said.filter((each) => !truths.has(each));
  const falseEnds = rest.filter((each) => isEndOf(say, each) && !endsFor(say, came).includes(each));
  return [
    ...(to === say.fix.thread.to(run.login) ? [] : [to]),
    ...falseEnds,
    ...(rest.length > 0 ? unknownClaims(rest.join('\n\n'), recordsIn(scene, run)) : []),
  ];
}

/** With its diff as a page has it, where a thread folds it. */
const unfolded = (text: string, heading: string): string => {
  const folded = `<details><summary>${heading}</summary>\n\n`;
  return text.includes(folded) ? text.replace(folded, `### ${heading}\n\n`).replace('\n\n</details>', '') : text;
};

/** The record itself: it ended as it came out, and not before. */
function untrueEnd(scene: Scene, run: Run): readonly string[] {
  const end = endOf(run.journal);
  const came = cameTo(scene, run);
  return end && end.outcome !== came ? [`${run.name} ended as ${end.outcome}, and came to ${came}`] : [];
}

function leftoversIn(scene: Scene): readonly string[] {
  const open = scene.runs.filter((run) => !isOver(run));
  const comments = commentsIn(scene);
  const count = (of: Run, slots: readonly string[]) =>
    comments.filter(({ number, slot }) => number === of.thread && slots.includes(slot)).length;
  return [
    ...open.filter((run) => !(isPutDown(run) && /\.r\d+$/.test(run.name))).map(({ name }) => `${name} is open`),
    ...scene.runs.filter(isOver).flatMap((run) => {
      const words = count(run, slotsOf(run));
      return words === (roundAfter(scene, run) ? 0 : 1) ? [] : [`${words} words of ${run.name}`];
    }),
    ...scene.runs.flatMap((run) => {
      const shown = count(run, [`run:${digestOf(run.root).slice(0, 12)}`]);
      return shown <= 1 ? [] : [`${shown} comments that show how ${run.name} stands`];
    }),
    ...heldIn(scene),
    ...reactionsIn(scene),
  ];
}

/** What is held for a round that waits is held; nothing else is. */
function heldIn({ shop, runs }: Scene): readonly string[] {
  const threads = [...new Set(runs.map(({ thread }) => thread))];
  const waiting = runs.filter((run) => !isOver(run)).map(({ name }) => name);
  return threads.flatMap((thread) => {
    const holder = holderIn(shop, thread);
    return holder === null || waiting.includes(holder) ? [] : [`${holder} holds #${thread}`];
  });
}

/** Each comment that asked for something was seen, once. */
function reactionsIn({ shop }: Scene): readonly string[] {
  const { issues, pulls } = shop.embedded.repository(REPO);
  return [...issues, ...pulls]
    .flatMap(({ comments }) => comments)
    .filter(({ body }) => body.startsWith('/crew '))
    .map(({ body, reactions }) => `${body}: ${reactions.map(({ content }) => content).join(', ')}`)
    .filter((each) => !each.endsWith(': eyes'));
}
